/** A bug that is planted into the provider or its packing, to see that a test finds it. */
export interface Mutant {
  /** What users would lose by it. */
  readonly loses: string;
  /** The text that is replaced. It occurs exactly once in `provider/src` and the script that decides which declarations are packed. */
  readonly find: string;
  readonly put: string;
  /** The files of tests that find it, below `test/`. */
  readonly tests: readonly string[];
}

/** Bugs of every part of the provider. Each compiles, and each would pass a review that is not careful. */
export const mutants: Readonly<Record<string, readonly Mutant[]>> = {
  commands: [
    {
      loses: "A verification ends with 0 although a listing has no list.",
      find: "} else if (isListing) {",
      put: "} else if (isListing && part) {",
      tests: ["unit/verify/reading.test.ts"],
    },
    {
      loses: "A verification ends with 0 although a listing is empty in spite of its total.",
      find: "const isShort = entries.length === 0 &&",
      put: "const isShort = entries.length < 0 &&",
      tests: ["unit/verify/reading.test.ts"],
    },
    {
      loses:
        "A drift gate ends with 0 and says that nothing is deployed if the CLI has compared nothing of a filled state.",
      find: "if (isEmpty && isWhole && (await heldResources(place))",
      put: "if (isEmpty && !isWhole && (await heldResources(place))",
      tests: ["unit/commands/drift.test.ts"],
    },
    {
      loses: "A command that has failed waits for its other calls, and says that they are sent again.",
      find: "    end.abort();\n",
      put: "",
      tests: ["unit/import/outages.test.ts"],
    },
    {
      loses: "An audit, a map or a verification that lacks objects because of an error of the server ends with 0.",
      find: "      ...(isOutage && { isOutage }),\n",
      put: "",
      tests: ["unit/import/outages.test.ts", "unit/commands/outages.test.ts"],
    },
    {
      loses: "An error of the server at one listing ends an audit without a report.",
      find: "isRefusal(error) || isMalformed || isOutage",
      put: "isRefusal(error) || isMalformed",
      tests: ["unit/import/outages.test.ts"],
    },
    {
      loses: "An audit of a tenant that answers no request says that no rule fails.",
      find: "if (this.#isAnswered || !this.#silence) return;",
      put: "if (!this.#isAnswered || !this.#silence) return;",
      tests: ["unit/import/outages.test.ts"],
    },
    {
      loses: "A listing that fails for each of 10,000 organizations is asked 50,000 times.",
      find: "if (outages.length >= maxOutages) throw outages[0];",
      put: "",
      tests: ["unit/import/outages.test.ts"],
    },
    {
      loses: "An import that lacks a listing because of an error of the server writes ids in place of references.",
      find: "  refuseOutages(\n    inventory.leftOut.filter(({ isOutage }) => isOutage),",
      put: "  refuseOutages(\n    [],",
      tests: ["unit/commands/outages.test.ts"],
    },
    {
      loses: "An audit that lacks objects because of an error of the server ends with 0.",
      find: "process.exitCode = outages.length > 0 ? exitCode.failed",
      put: "process.exitCode = outages.length < 0 ? exitCode.failed",
      tests: ["unit/commands/outages.test.ts"],
    },
    {
      loses: "A drift report that lacks unmanaged objects because of an error of the server ends with 0.",
      find: "|| unread.length > 0 || unmanaged?.isOutage)",
      put: "|| unread.length > 0)",
      tests: ["unit/commands/unmanaged.test.ts"],
    },
    {
      loses: "A verification of the emulator ends with 7, because its own domain has a port.",
      find: "const body = withoutPort(answer.body as Json | undefined, this.host);",
      put: "const body = answer.body as Json | undefined;",
      tests: ["unit/commands/verify.test.ts"],
    },
    {
      loses: "A review of a preview without steps says that nothing would change, and ends with 0.",
      find: "if (steps.length === 0 && !isFailed &&",
      put: "if (steps.length < 0 && !isFailed &&",
      tests: ["unit/commands/map-and-review.test.ts"],
    },
    {
      loses: "A review of the preview of another stack ends with 0.",
      find: "if (other === undefined || known.size === 0) return;",
      put: "if (other === undefined || known.size > 0) return;",
      tests: ["unit/commands/map-and-review.test.ts"],
    },
    {
      loses: "An event stream of a quiet tenant never saves its position, and nothing says so.",
      find: "    await refuseUnwritable(this.#path);\n    return saved;",
      put: "    return saved;",
      tests: ["unit/commands/write-file.test.ts"],
    },
    {
      loses: "A watch --once with the domain of another tenant compares nothing, and says that there is no drift.",
      find: "if (here?.length === 0 && elsewhere > 0)",
      put: "if (here?.length === 0 && elsewhere < 0)",
      tests: ["unit/watch/watching.test.ts"],
    },
    {
      loses: "An import that was killed at its first file refuses its own folder.",
      find: "\\.[0-9a-f-]{36}\\.tmp$|^tenant-",
      put: "^tenant-",
      tests: ["unit/commands/import-project.test.ts"],
    },
    {
      loses: "A drift report of an hour is lost, because its file cannot be written.",
      find: "    await refuseLostReport(flags);\n    const report = await makeReport",
      put: "    const report = await makeReport",
      tests: ["unit/commands/unmanaged.test.ts"],
    },
    {
      loses: "A map as a diagram lacks what could not be read, and nothing says so.",
      find: "if (map.unread.length > 0) {",
      put: "if (map.unread.length > 0 && !mermaid) {",
      tests: ["unit/commands/map-and-review.test.ts"],
    },
    {
      loses: "A report at a path below a file is refused with the name of a temporary file.",
      find: "await rm(draft, { force: true }).catch(() => undefined);",
      put: "await rm(draft, { force: true });",
      tests: ["unit/commands/write-file.test.ts"],
    },
    {
      loses:
        "An audit, an import or a comparison that gets a listing without its entries takes the tenant for one that has none.",
      find: "if (items.length === 0 && (this.pages - 1) * size < (this.total ?? 0))",
      put: "if (items.length === 0 && this.pages * size < 0)",
      tests: ["unit/import/outages.test.ts", "unit/client/pages.test.ts"],
    },
    {
      loses: "An object that a listing shows, and whose own response is 404, is missing in an audit that ends with 0.",
      find: 'if (!properties) return isMissing ? this.#leave(type, label, "unreadable", notFound) : undefined;',
      put: "if (!properties) return;",
      tests: ["unit/import/outages.test.ts"],
    },
    {
      loses: "An import whose output goes to `head` ends between two of its writes.",
      find: 'if (error.code !== "EPIPE") throw error;',
      put: "throw error;",
      tests: ["unit/commands/terminal.test.ts"],
    },
  ],
  "the emulator's log": [
    {
      loses: "A test that prints the emulator's requests shows the authorization of a log stream.",
      find: "/^((http)?authorization|configuration|",
      put: "/^(authorization|configuration|",
      tests: ["unit/emulator/redacted-secrets.test.ts"],
    },
  ],
  "other tools": [
    {
      loses: "An import says of every action without secrets that the values of its secrets are unknown.",
      find: 'if (field.kind === "map" && field.sealed && isEmptyObject(value)) return undefined;',
      put: "",
      tests: ["lifecycle/importing/actions.test.ts"],
    },
    {
      loses:
        "A program with metadata under the key `toString`, such as an imported one, ends with an error of the SDK in every run.",
      find: 'Object.hasOwn(copy, "toString") ? pulumi.output(copy) : copy',
      put: "copy",
      tests: ["unit/sdk/mocked-classes.test.ts"],
    },
    {
      loses: "Arguments that are an output as a whole end with a message about a property that nobody has declared.",
      find: "    refuseOutput(type, name, args);\n",
      put: "",
      tests: ["unit/sdk/mocked-classes.test.ts"],
    },
    {
      loses: "The value of a keyword in a secret property is written to the stack's configuration in plain text.",
      find: "ofKeyword(name, value, this.#secretKeywords.has(name))",
      put: "ofKeyword(name, value, this.#secretKeywords.size < 0)",
      tests: ["lifecycle/importing/deploy-cli.test.ts"],
    },
    {
      loses: "The scopes that an old Terraform state keeps inside an API leave the program without a word.",
      find: "isKept && listOf(attributes, members.kept).length > 0",
      put: "isKept && listOf(attributes, members.kept).length > 99",
      tests: ["lifecycle/importing/names-kept.test.ts"],
    },
    {
      loses: "Of two objects with one name, the import of a deploy CLI folder takes any.",
      find: "if (second) throw new Unresolved",
      put: "if (second && !first) throw new Unresolved",
      tests: ["lifecycle/importing/deploy-cli.test.ts"],
    },
    {
      loses: "What another tool excludes is imported all the same.",
      find: "names.some((name) => texts(excludedNames).includes(name))",
      put: "names.every((name) => texts(excludedNames).includes(name))",
      tests: ["lifecycle/importing/deploy-cli.test.ts"],
    },
    {
      loses: "A text of the tenant is a template in the exported configuration, and Terraform evaluates it.",
      find: ".replace(/[$%]+\\{?/g, withoutTemplate)",
      put: ".replace(/[$]+\\{?/g, withoutTemplate)",
      tests: ["unit/export/hcl.test.ts"],
    },
    {
      loses:
        "An export claims a whole set of which the program manages some members, and Terraform removes those of others.",
      find: "whole && isExclusive && canHold(whole, all)",
      put: "whole && canHold(whole, all)",
      tests: ["unit/export/terraform.test.ts"],
    },
    {
      loses: "Two applications that refer to each other make a configuration with a circle, which Terraform refuses.",
      find: "if (!found || found.rank >= rank) return undefined;",
      put: "if (!found || found.rank === rank) return undefined;",
      tests: ["unit/export/terraform.test.ts"],
    },
    {
      loses: "An element of a list becomes a configuration value, and the list loses its other elements.",
      find: 'const isInList = change.path.endsWith("[]") ||',
      put: 'const isInList = change.path === "[]" ||',
      tests: ["unit/commands/stage-values.test.ts"],
    },
    {
      loses: "A secret of a further stage is written to the configuration in plain text.",
      find: 'StagePlace["kind"] {\n  if (secret) return "secret";',
      put: 'StagePlace["kind"] {\n  if (secret) return "text";',
      tests: ["unit/commands/stage-values.test.ts"],
    },
    {
      loses: "A third stage gets other configuration keys than the second for the same properties.",
      find: "return [keys.get(textOf(value.place)) ??",
      put: "return [keys.get(value.urn) ??",
      tests: ["unit/commands/stage-values.test.ts"],
    },
    {
      loses: "Two resources whose references contradict each other take over one object.",
      find: "decided.every((other) => other.urn === urn || other.item !== item)",
      put: "decided.some((other) => other.urn === urn || other.item !== item)",
      tests: ["unit/import/by-references.test.ts"],
    },
    {
      loses: "Of thousands of resources, those of the second run are taken over without the program's providers.",
      find: "[some, targets, length] = [[], new Set(providers), 0];",
      put: "[some, targets, length] = [[], new Set<string>(), 0];",
      tests: ["unit/commands/stage-batches.test.ts"],
    },
  ],
  "what failed half-way": [
    {
      loses:
        "The error of a value that another object has lacks the way out if the service refuses it in a later request of the update.",
      find: "throw new Incomplete(error.found, error.unsure, explained(causeOf(error)));",
      put: "throw error;",
      tests: ["lifecycle/user.test.ts"],
    },
    {
      loses: "An error hook that repeats a creation which has failed half-way makes the object twice, or loses it.",
      find: "await write(last && { id: last.id, outputs: inPlain(last.properties) });",
      put: "await write(undefined);",
      tests: ["lifecycle/attempts.test.ts"],
    },
    {
      loses: "An error hook that repeats a failed replacement ends with the refusal to delete the old object.",
      find: "if (object !== undefined) program.replacements.failed.delete(object);",
      put: "",
      tests: ["lifecycle/attempts.test.ts"],
    },
    {
      loses:
        "The old entry of an object stays in the state after an error hook has repeated its adoption under a new name.",
      find: "if (this.namesOf(claim.key).length === 1) this.#failedCreations.delete(claim.key);",
      put: "",
      tests: ["lifecycle/attempts.test.ts"],
    },
    {
      loses:
        "A set whose members another resource declares now is not deleted if an error hook has repeated the creation of that one.",
      find: "if (name !== undefined && others.length === 0) this.#failedClaimants.delete(name);",
      put: "",
      tests: ["lifecycle/attempts.test.ts"],
    },
    {
      loses: "Of two lost creations with one name, the state gets the values of the first for the second, too.",
      find: "JSON.stringify([id, mark])",
      put: "JSON.stringify([id, typeof mark])",
      tests: ["lifecycle/attempts.test.ts"],
    },
    {
      loses: "If the repetition of a creation that has failed half-way is refused, the object is in no state.",
      find: "throw new PartialFailure(last.id, error.message, last.properties, { cause: error });",
      put: "throw error;",
      tests: ["lifecycle/attempts.test.ts"],
    },
    {
      loses:
        "An update in several requests fails in a later one, and the state does not have what the earlier ones have changed.",
      find: "await orIncomplete(next, found, pointersIn(schema, further.slice(at), plan));",
      put: "await next;",
      tests: ["lifecycle/user.test.ts"],
    },
    {
      loses: "After a failed request of several, the next run does not send a password that no response shows.",
      find: "pointersIn(schema, further.slice(at), plan)",
      put: "pointersIn(schema, further.slice(at + 1), plan)",
      tests: ["lifecycle/user.test.ts"],
    },
    {
      loses: "A change that was refused before its first call says that a part was written.",
      find: ": writes.begun > begunBefore\n",
      put: ": writes.begun >= begunBefore\n",
      tests: ["lifecycle/rollback.test.ts"],
    },
    {
      loses: "A deletion removes an object that another process of the run began to manage while the deletion waited.",
      find: "elsewhere = await askOthers();\n        break;",
      put: "break;",
      tests: ["lifecycle/neighbors.test.ts"],
    },
    {
      loses: "A failed creation holds up the deletion of another object that was made later and has the same name.",
      find: "(this.#failedCreations.get(key) ?? 0) > made",
      put: "this.#failedCreations.has(key)",
      tests: ["lifecycle/lost-creations.test.ts"],
    },
    {
      loses: "The warning about a deleted object names no class that refers to it inside a document.",
      find: "(one.idTypes ?? [])",
      put: "[]",
      tests: ["unit/definitions/references.test.ts"],
    },
  ],
  check: [
    {
      loses: "A wrong TENANT_DOMAIN is not refused before a run changes anything.",
      find: "pinned !== host) problems.push",
      put: "pinned !== host && isNew) problems.push",
      tests: ["lifecycle/resource-server.test.ts", "lifecycle/connection.test.ts"],
    },
    {
      loses: "A refresh with the credentials of another tenant empties the state.",
      find: 'typeof pin === "string" && pin !== host',
      put: 'typeof pin === "string" && pin === ""',
      tests: ["lifecycle/resource-server.test.ts", "lifecycle/connection.test.ts"],
    },
    {
      loses: "Two resources of a program declare one object, and each run changes it twice.",
      find: "isWhole: !sharesNames(type, args)",
      put: "isWhole: sharesNames(type, args)",
      tests: ["lifecycle/resource-server.test.ts", "lifecycle/claims.test.ts", "lifecycle/two-entries.test.ts"],
    },
  ],
  "what the service makes of a sink": [
    {
      loses: "A program cannot name the partner event source of a log stream to AWS.",
      find: "const names = madeOfSink.filter((name) => own(sink, name) !== undefined);",
      put: "const names = madeOfSink.filter((name) => own(body, name) !== undefined);",
      tests: ["lifecycle/log-stream.test.ts"],
    },
  ],
  "refusals that a program decides": [
    {
      loses: "A number in place of a text passes the check of a connection without a word, and the service refuses it.",
      find: "if (types.length === 0 || types.includes(typeof value)) return [];",
      put: 'if (types.length === 0 || typeof value !== "string") return [];',
      tests: ["lifecycle/option-names.test.ts"],
    },
    {
      loses:
        "A database without passwords, in which users could change them, causes a warning only if the program says so.",
      find: "|| at(name) === true || at(name) === unknownValue) return [];",
      put: "|| at(name) !== false) return [];",
      tests: ["lifecycle/option-names.test.ts"],
    },
    {
      loses: "A connection that is no database causes a warning for its own name as a realm.",
      find: "realm === name || realm === unknownValue",
      put: "realm === unknownValue",
      tests: ["lifecycle/option-names.test.ts"],
    },
    {
      loses: "A connection without an option that the service needs passes the check, and the run fails.",
      find: "if (!isMet(need, value))",
      put: "if (need.value !== undefined && !isMet(need, value))",
      tests: ["lifecycle/refusals.test.ts"],
    },
    {
      loses: "A list with fewer elements than the service accepts passes the check, and the run fails.",
      find: "(size < min || size > max)",
      put: "(size < min - 3 || size > max)",
      tests: ["lifecycle/refusals.test.ts"],
    },
    {
      loses:
        "An adoption of an existing connection is refused, because the program does not declare all that a new one needs.",
      find: "isNew && !isAdopting && !type.isAccepted",
      put: "(isNew || isAdopting) && !type.isAccepted",
      tests: ["lifecycle/option-names.test.ts"],
    },
    {
      loses: "A preview promises that an object gets the name of another one, and the run fails.",
      find: "const found = names.length === 0 ? undefined : await findExisting(context, inputs);",
      put: "const found = names.length < 2 ? undefined : await findExisting(context, inputs);",
      tests: ["lifecycle/refusal-laws.test.ts"],
    },
    {
      loses: "A preview says that a run will fail which first renames the object that has the name.",
      find: "found.id === id || isFreed(context, found.id)",
      put: "found.id === id || isFreed(context, id)",
      tests: ["lifecycle/refusal-laws.test.ts"],
    },
    {
      loses:
        "A preview does not say that the service refuses declared values of a connection together, and the run fails.",
      find: "isPreview && isChange ? (type.refusals",
      put: "isPreview && !isChange ? (type.refusals",
      tests: ["lifecycle/refusal-laws.test.ts"],
    },
    {
      loses: "A preview does not say that an adoption will be refused because of its values, and the run fails.",
      find: "const reasons = [...refused, ...(sendsSomething(plan)",
      put: "const reasons = [...refused.slice(1), ...(sendsSomething(plan)",
      tests: ["lifecycle/refusal-laws.test.ts"],
    },
    {
      loses:
        "A preview is silent about a new object with the name of one that the run replaces and deletes only at its end.",
      find: 'is === "refuseExisting" && !isReplaced',
      put: 'is === "adopt" && !isReplaced',
      tests: ["lifecycle/refusal-laws.test.ts"],
    },
    {
      loses: "A preview says that a run will fail which first deletes the object that has the name.",
      find: "return isDeletedFirst ? replacement?.id : undefined;",
      put: "return isDeletedFirst ? undefined : replacement?.id;",
      tests: ["lifecycle/refusal-laws.test.ts"],
    },
    {
      loses:
        "A preview does not say that the service refuses a reference because of the object's values, and the run fails.",
      find: "return why === undefined || isOld ? []",
      put: "return why === undefined || !isOld ? []",
      tests: ["lifecycle/reference-laws.test.ts"],
    },
    {
      loses:
        "A preview does not say that a connection cannot have SCIM, as its strategy is another one, and the run fails.",
      find: "strategy === unknownValue || strategies.includes(strategy)",
      put: "strategy === unknownValue || strategies.length > 0",
      tests: ["lifecycle/reference-laws.test.ts"],
    },
    {
      loses:
        "A preview does not say that an action supports another trigger than the one to which it is bound, and the run fails.",
      find: "if (!triggers.includes(triggerId))",
      put: "if (triggers.length > 1 && !triggers.includes(triggerId))",
      tests: ["lifecycle/reference-laws.test.ts"],
    },
    {
      loses: "A preview does not say that a domain which the run creates cannot be the default yet, and the run fails.",
      find: "why: (_, isNew) =>\n            isNew",
      put: "why: (_, isNew) =>\n            !isNew",
      tests: ["lifecycle/reference-laws.test.ts"],
    },
    {
      loses:
        "A preview does not say that no sign-up can be enabled through an enterprise connection, and the run fails.",
      find: 'strategy === unknownValue || strategy === "auth0"',
      put: 'strategy === unknownValue || strategy !== "auth0"',
      tests: ["unit/definitions/references.test.ts"],
    },
    {
      loses: "A preview does not refuse an option whose value is out of bounds, and the run fails.",
      find: "(size < min || size > max)",
      put: "size < min",
      tests: ["lifecycle/refusals.test.ts"],
    },
    {
      loses: "A check accepts an option with a text that is longer than the service accepts, and the run fails.",
      find: "[...item].length > ofTexts",
      put: "[...item].length > ofTexts * 2",
      tests: ["lifecycle/refusals.test.ts"],
    },
    {
      loses: "A preview does not say that an option contradicts an undeclared one, and the run fails.",
      find: "...undeclaredCharacters(args, live),",
      put: "...undeclaredCharacters(live, live),",
      tests: ["lifecycle/refusals.test.ts"],
    },
    {
      loses:
        "A preview says that a connection cannot be adopted, although its undeclared options are what the declared ones need.",
      find: "problemsOfCharacters(args, live, {",
      put: "problemsOfCharacters(args, {}, {",
      tests: ["lifecycle/connection-characters.test.ts"],
    },
    {
      loses: "A preview does not say that a template has a sender while the program disables the e-mail provider.",
      find: "singleton === true ? type.label(args) : singleton",
      put: 'singleton === true ? "" : singleton',
      tests: ["lifecycle/refused-while.test.ts"],
    },
    {
      loses: "A creation of a grant of a system API sends a flag that the service refuses there, even if it is false.",
      find: "all === true ? { ...args, allowAllScopes: true } : args",
      put: "all !== undefined ? { ...args, allowAllScopes: all } : args",
      tests: ["lifecycle/client-grant.test.ts"],
    },
    {
      loses: "A check accepts the service's own lists on both sides of a network ACL, and the run fails.",
      find: '"auth0Managed") !== undefined) && sides.length > 1',
      put: '"auth0Managed") !== undefined) && sides.length > 2',
      tests: ["lifecycle/refusals.test.ts"],
    },
    {
      loses: "A creation sends an empty text that the service accepts in updates only, and the run fails.",
      find: 'value !== "" || !isDefault(name)',
      put: 'value !== "" || !isDefault("")',
      tests: ["lifecycle/absent-values.test.ts"],
    },
    {
      loses: "A text in a form that the service refuses passes the preview in silence, and the run fails.",
      find: '...httpsUrl,\n        safeguard: "Users with a stale link',
      put: '...url,\n        safeguard: "Users with a stale link',
      tests: ["unit/definitions/interface.test.ts"],
    },
    {
      loses:
        "The program names a resource of another class as the one to which a reference leads, and the preview refuses its values.",
      find: "return target?.type === field.refusedTargets.type ? [[toPointer(path)",
      put: "return target ? [[toPointer(path)",
      tests: ["unit/sdk/declared.test.ts"],
    },
    {
      loses: "A list with two elements of one name passes the check, and the run fails.",
      find: "reportTwice((item) => own(item as Json, uniqueBy))",
      put: "reportTwice(() => undefined)",
      tests: ["lifecycle/refusals.test.ts"],
    },
    {
      loses: "A misspelt value in a document passes in silence, and the run fails.",
      find: 'pathRulesOf(field, ["", ...inside], root)',
      put: 'pathRulesOf(field, [""], root)',
      tests: ["lifecycle/refusal-laws.test.ts"],
    },
  ],
  "system objects": [
    {
      loses: "A property that belongs to the service passes the check, and every run fails at a system object.",
      find: 'return "only" in settable ? settable.only.some(covers) : !settable.allBut.some(covers);',
      put: 'return "only" in settable ? settable.only.some(covers) : settable.allBut.length > 0;',
      tests: ["unit/definitions/system-objects.test.ts"],
    },
    {
      loses: "A destroy fails at the management API, which cannot be deleted.",
      find: 'if (facts.isPermanent) return { is: "leavePermanent" }',
      put: 'if (facts.isPermanent && facts.isReset) return { is: "leavePermanent" }',
      tests: ["model/decide-deletion.test.ts"],
    },
    {
      loses:
        "A property of a system object that leaves the program gets the value of other objects: offline access of the My Account API ends.",
      find: 'if (initial !== undefined) return { how: "default", value: initial };',
      put: 'if (initial === null) return { how: "default", value: initial };',
      tests: ["lifecycle/resource-server.test.ts"],
    },
  ],
  plan: [
    {
      loses: "A property that is removed from the program stays at the tenant.",
      find: "return isThere ? [{ path",
      put: 'return isThere && clear.how !== "null" ? [{ path',
      tests: ["model/model.test.ts"],
    },
    {
      loses: "A value that a lost update may have changed is not sent again.",
      find: "(!isKnown(leaf) || differs(leaf, outputs, inputs))",
      put: "((!isKnown(leaf) && leaf.path.length > 9) || differs(leaf, outputs, inputs))",
      tests: ["lifecycle/faults.test.ts"],
    },
    {
      loses: "A new identity is sent as an update, which the service refuses or ignores.",
      find: "return wanted === unknownValue || !same(",
      put: "return wanted === unknownValue && !same(",
      tests: ["lifecycle/replacement-laws.test.ts"],
    },
    {
      loses: "An empty object in the program replaces what another client has set in it.",
      find: "!isEmptyObject(value) || !isObject(valueAt(draft.root, path))",
      put: "!isEmptyObject(value) || !Array.isArray(valueAt(draft.root, path))",
      tests: ["lifecycle/coexistence-laws.test.ts"],
    },
    {
      loses: "An empty object that leaves the program takes what another client has set in it.",
      find: "isEmptyObject(value) && now !== undefined && !isEmptyObject(now)",
      put: "isEmptyObject(value) && now === undefined",
      tests: ["lifecycle/coexistence-laws.test.ts"],
    },
  ],
  "members that leave": [
    {
      loses:
        "A value that only a creation can set is cleared when it leaves the program, which the service refuses in every later run.",
      find: 'return createOnly ? { how: "release" } :',
      put: 'return createOnly === null ? { how: "release" } :',
      tests: ["lifecycle/release-laws.test.ts"],
    },
    {
      loses:
        "A preview promises a change of a value that only a creation can set, and the service refuses it in every run.",
      find: 'if (action !== "update" || changed.length === 0) return [];',
      put: 'if (action !== "update" || changed.length < 2) return [];',
      tests: ["lifecycle/release-laws.test.ts"],
    },
    {
      loses: "The rest of an object that nothing else is left in is sent, and refused in every later run.",
      find: "const isAdded = createOnly === true ||",
      put: "const isAdded = createOnly === true &&",
      tests: ["lifecycle/release-laws.test.ts"],
    },
    {
      loses:
        "An object of which other teams have members is sent without a member that the service requires, and refused in every later run.",
      find: "if (needed.length > 0) continue;",
      put: "if (needed.length > 9) continue;",
      tests: ["lifecycle/release-laws.test.ts"],
    },
    {
      loses:
        "A registration that has met the application of another team counts as a creation, and the next destroy deletes it.",
      find: "if (status === 200) throw new Taken(label);",
      put: "if (status === 204) throw new Taken(label);",
      tests: ["lifecycle/client-documents.test.ts"],
    },
    {
      loses: "A lost registration is not recognized, because the values that a later request sends are missing.",
      find: "type.argsOfFirstRequest?.(sentInputs) ?? sentInputs",
      put: "sentInputs",
      tests: ["lifecycle/client-documents.test.ts"],
    },
    {
      loses: "A rename of a key that an application uses fails only in the run.",
      find: "return fields[name]?.createOnly === true && isDeclared && !equal(was, is);",
      put: "return fields[name]?.createOnly === true && isDeclared && !equal(was, is) && key === name;",
      tests: ["lifecycle/client-authentication.test.ts"],
    },
    {
      loses: "A declared scope that the service replaces is shown as a change by every preview.",
      find: "if (value !== undefined) return value === true;",
      put: "if (value !== undefined) return value === true || declared.includes(word);",
      tests: ["lifecycle/made-scopes.test.ts"],
    },
  ],
  record: [
    {
      loses:
        "After another client has removed a value, each refresh reports a difference to the empty value that the program declares.",
      find: "return path.length === 1 ? field.absent : undefined",
      put: "return path.length === 0 ? field.absent : undefined",
      tests: ["lifecycle/absent-values.test.ts"],
    },
    {
      loses: "A declared empty value is drift in each refresh, as the tenant answers without it.",
      find: "const right = b ?? field?.absent;",
      put: "const right = b;",
      tests: ["lifecycle/absent-values.test.ts"],
    },
    {
      loses: "After a lost update the state says that nothing is to be done.",
      find: "unsure: union(before.unsure, outcome.sentPaths)",
      put: "unsure: before.unsure",
      tests: ["model/record.test.ts", "lifecycle/faults.test.ts"],
    },
    {
      loses: "After a failure half-way, what is not in place counts as done.",
      find: 'outcome.how === "partly" ? union(outcome.unsure, acts) : []',
      put: 'outcome.how === "partly" ? union([], acts) : []',
      tests: ["model/record.test.ts", "lifecycle/client-authentication-faults.test.ts", "lifecycle/connection.test.ts"],
    },
    {
      loses: "The saved state forgets which values are unsure.",
      find: "...(unsure.length > 0 && { unsure })",
      put: "...(unsure.length > 9 && { unsure })",
      tests: ["model/record.test.ts", "lifecycle/faults.test.ts"],
    },
    {
      loses: "A deletion takes back members that another client has added since.",
      find: "const ids = declared === undefined ? idsOf(membersIn(outputs)) : stringsIn(declared);",
      put: "const ids = declared === undefined ? [] : idsOf(membersIn(outputs));",
      tests: [
        "lifecycle/organization-member-roles.test.ts",
        "lifecycle/undeclared-members.test.ts",
        "lifecycle/connection-clients.test.ts",
        "lifecycle/organization-members.test.ts",
      ],
    },
  ],
  warnings: [
    {
      loses: "A run that sends nothing says that the tenant stored another value.",
      find: "found.live, writes.begun > begunBefore)",
      put: "found.live, writes.begun >= begunBefore)",
      tests: ["lifecycle/sent-values-laws.test.ts"],
    },
  ],
  "lost answers": [
    {
      loses:
        "One wrong listing makes the state forget a creation whose response was lost, and the next run creates a second object.",
      find: '({ is }) => is !== "absent" && is !== "different"',
      put: "() => true",
      tests: ["lifecycle/wrong-response-laws.test.ts"],
    },
    {
      loses: "One wrong listing makes the state forget a lost creation of an object whose name others can have.",
      find: "return candidatesIn(second) > candidatesIn(first) ? second : first;",
      put: "return first;",
      tests: ["lifecycle/wrong-response-laws.test.ts"],
    },
    {
      loses: "One wrong response puts another client's content into force, or locks out.",
      find: "(against) => against.length > 0,",
      put: "() => true,",
      tests: ["lifecycle/wrong-decisions-laws.test.ts"],
    },
    {
      loses: "One wrong listing makes an adoption create a second object with the name.",
      find: "return first ?? second;",
      put: "return first;",
      tests: ["lifecycle/wrong-decisions-laws.test.ts"],
    },
    {
      loses: "An adoption by an outdated listing overwrites an object of another name.",
      find: "if (live !== undefined && !uniqueBy.some(isChanged)) return",
      put: "if (live !== undefined) return",
      tests: ["lifecycle/wrong-decisions-laws.test.ts"],
    },
    {
      loses: "One wrong response makes a rollback delete the object to which it should return.",
      find: "(found) => found?.changed.length === 0,",
      put: "() => true,",
      tests: ["lifecycle/wrong-decisions-laws.test.ts"],
    },
    {
      loses: "One wrong response to the search for a lost creation leaves its object without an entry in the state.",
      find: '({ is }) => is === "matching" || !wasLost,',
      put: "() => true,",
      tests: ["lifecycle/wrong-decisions-laws.test.ts"],
    },
    {
      loses: "One wrong response makes a creation detach the credentials of another team from an application.",
      find: "const application = await applicationForWrite(args, async () => {",
      put: "const application = await reading(async () => {",
      tests: ["lifecycle/wrong-decisions-laws.test.ts"],
    },
    {
      loses: "One wrong response lets a replacement delete content that no program declares and nobody can restore.",
      find: "(refusal) => refusal !== undefined,",
      put: "() => true,",
      tests: ["lifecycle/forms.test.ts"],
    },
    {
      loses:
        "One wrong response makes a take-over say that the tenant lacks an object, and the next run creates it again.",
      find: "await confirmed(look, (seen) => seen !== undefined)",
      put: "await look()",
      tests: ["lifecycle/take-over.test.ts"],
    },
    {
      loses: "One wrong response to a preview hides an adoption, and the run then changes another team's values.",
      find: "const mayBeAbsent = !(program.isPreview && adopts(context, args));",
      put: "const mayBeAbsent = true;",
      tests: ["lifecycle/adoption.test.ts"],
    },
    {
      loses: "A destroy with one wrong response forgets an object that it has left.",
      find: '(seen) => [{ name: "the object", value: seen ?? null }],',
      put: "() => [],",
      tests: ["lifecycle/wrong-decisions-laws.test.ts"],
    },
    {
      loses: "A member who moves with one wrong response loses the roles that no program declares.",
      find: "(seen) => [{ name: assignments.noun, value: Object.fromEntries(seen) }],",
      put: "() => [],",
      tests: ["lifecycle/wrong-decisions-laws.test.ts"],
    },
    {
      loses:
        "One wrong response to a refresh removes a resource from the state, or is taken for an edit of another client.",
      find: "answer && equal(answer.outputs, withoutCode(outputs)) ? answer : ask(service)",
      put: "answer",
      tests: ["lifecycle/wrong-response-laws.test.ts"],
    },
    {
      loses: "A refresh takes an empty response for an object of which every value was cleared.",
      find: "if (isKeyFixed && isIdShown) return undefined;",
      put: "if (isKeyFixed) return undefined;",
      tests: ["lifecycle/wrong-response-laws.test.ts"],
    },
    {
      loses:
        "A reset that was carried out, and whose response was lost, fails, and the next run is told that the tenant lacks the feature.",
      find: 'await orAbsent(service.request({ ...call, method: "DELETE", path, action: "delete" }));',
      put: 'await service.request({ ...call, method: "DELETE", path, action: "delete" });',
      tests: ["lifecycle/wrong-response-laws.test.ts"],
    },
    {
      loses: "The error of a lost reset says that settings which every tenant has may be deleted.",
      find: "context.type.resetOf ? resetWords(label) : deletionWords(label)",
      put: "context.type.lostWith ? resetWords(label) : deletionWords(label)",
      tests: ["lifecycle/wrong-response-laws.test.ts"],
    },
    {
      loses: "A destroy that gets an empty list of credentials leaves them in use, and the state forgets them.",
      find: "value: seen ? stateOf(seen) : null",
      put: "value: null",
      tests: ["lifecycle/wrong-response-laws.test.ts"],
    },
    {
      loses: "One late response to the read before an update makes the update turn back what another client has set.",
      find: "isSure: isConfirmed(known, name, live),",
      put: "isSure: isConfirmed(known, name, live) || !isEmpty(own(live, name)),",
      tests: ["lifecycle/undeclared-members.test.ts"],
    },
    {
      loses: "One late listing makes an update unbind an action that another stack has bound.",
      find: '(seen) => [{ name: "actions", value: seen }]',
      put: '(seen) => [{ name: "actions", value: seen, isSure: seen.length > 0 }]',
      tests: ["lifecycle/foreign-members-laws.test.ts"],
    },
    {
      loses: "One late response makes an update delete a scope that another stack has added to the same API.",
      find: '(seen) => [{ name: "scopes", value: seen?.scopes }]',
      put: '(seen) => [{ name: "scopes", value: seen?.scopes, isSure: seen?.scopes !== undefined }]',
      tests: ["lifecycle/foreign-members-laws.test.ts"],
    },
    {
      loses:
        "A module's new secrets arrive and the read after them fails: a rollback takes them for another client's, and is refused.",
      find: "? own(hintsBefore, pointer) !== undefined",
      put: "? own(hintsBefore, pointer) !== null",
      tests: ["lifecycle/write-only-values.test.ts"],
    },
    {
      loses:
        "An update that clears a whole object is lost: a default that went with the object counts as set, and no later run sends it.",
      find: "return [...sent, ...clearedAlong(plan, record, schema.fields).filter(",
      put: "return [...sent, ...clearedAlong(plan, record, {}).filter(",
      tests: ["lifecycle/lost-updates.test.ts"],
    },
    {
      loses: "The id of an object that a repeated creation has made in part is forgotten.",
      find: "if (result instanceof Incomplete) throw result;",
      put: "if (result instanceof Incomplete && facts.attempts.length === 0) throw result;",
      tests: ["lifecycle/lost-creations.test.ts"],
    },
    {
      loses: "The refusal of a second creation names the wrong object.",
      find: "undecidedMessage(context, sentInputs, end.candidates)",
      put: "undecidedMessage(context, args, end.candidates)",
      tests: ["lifecycle/lost-creations.test.ts"],
    },
    {
      loses: "After a lost update that has put a text in place of an object, a rollback leaves the text at the tenant.",
      find: "isAncestor(place, path) || isAncestor(path, place));\n}",
      put: "isAncestor(path, place));\n}",
      tests: ["model/record.test.ts"],
    },
    {
      loses: "A refusal names TENANT_ADOPT as a way out that the next run refuses.",
      find: "    refusalByKey(context, args, found) === undefined\n      ?",
      put: "    refusalByKey(context, args, found) !== null\n      ?",
      tests: ["lifecycle/arbitrary-keys.test.ts"],
    },
    {
      loses: "A refusal after a lost response does not say that this run may have created the object.",
      find: "existsAlready(context, args, end.found, lost !== undefined)",
      put: "existsAlready(context, args, end.found)",
      tests: ["lifecycle/faults.test.ts"],
    },
    {
      loses:
        "The creation of a paused log stream whose answer was lost is repeated, and the first stream sends logs that nobody manages.",
      find: "return !field?.subresource && !field?.setAfterCreation;",
      put: "return !field?.subresource;",
      tests: ["lifecycle/outage-laws.test.ts"],
    },
    {
      loses: "Actions that a lost update has bound count as another client's, and run in each login.",
      find: "without(without(before, wanted), [...wantedIn(outputs), ...sent])",
      put: "without(without(before, wanted), wantedIn(outputs))",
      tests: ["lifecycle/outage-laws.test.ts"],
    },
    {
      loses:
        "Secrets that a lost update may have removed count as changed by another client, and the next run is refused.",
      find: "({ path }) => !unsure.some((place) => covers(place, path)),",
      put: "({ path }) => !unsure.some((place) => covers(place, path) && covers(path, place)),",
      tests: ["lifecycle/unseen-edits.test.ts"],
    },
    {
      loses: "A write whose answer was lost counts as refused, and its object is orphaned.",
      find: 'return error instanceof TenantError && error.outcome === "unknown"',
      put: 'return error instanceof TenantError && error.outcome === "notSent"',
      tests: ["lifecycle/faults.test.ts"],
    },
    {
      loses: "The creation of an application is sent twice, and the tenant has two of them.",
      find: "attempts.length < maxAttempts && !sharesNames",
      put: "attempts.length < maxAttempts",
      tests: ["model/decide.test.ts"],
    },
    {
      loses: "An object of another team counts as created by this run although nobody knows what existed before.",
      find: '(outcome === "lost" && earlier != null)',
      put: '(outcome === "lost" && earlier !== undefined)',
      tests: ["model/decide.test.ts"],
    },
    {
      loses: "An object that another team has changed since a replacement is managed again without `adopt`.",
      find: "replaced.changed.length > 0 && !isAdopting",
      put: "replaced.changed.length > 9 && !isAdopting",
      tests: ["model/decide.test.ts"],
    },
    {
      loses: "A lost creation whose object a listing may still lack is created a second time.",
      find: "(lost.isSameKey || lost.where.candidates.length === 0)",
      put: "lost.isSameKey && lost.where.candidates.length > 0",
      tests: ["model/decide.test.ts"],
    },
    {
      loses: "An object of another team counts as the one that this stack created.",
      find: "hasAllSent(type, sentInputs, found.live) && !excludedIds.includes(found.id)",
      put: "hasAllSent(type, sentInputs, found.live) && (excludedIds.length > 0 || !excludedIds.includes(found.id))",
      tests: ["lifecycle/earlier-objects.test.ts", "lifecycle/suspicion.test.ts", "lifecycle/faults.test.ts"],
    },
    {
      loses: "An object that may be another team's, and that another client uses, is deleted.",
      find: "return live.isUntouched ? {",
      put: "return live ? {",
      tests: ["model/decide-deletion.test.ts"],
    },
    {
      loses: "After a lost answer to a change of a client secret, the next run does not send it again.",
      find: "orIncomplete(sent, shown(found, args), [secretPointer])",
      put: "orIncomplete(sent, shown(found, args), [secretPointer].slice(1))",
      tests: ["lifecycle/client.test.ts"],
    },
    {
      loses:
        "Bindings that a run has made stay at the trigger for ever, because the read that verifies them has failed.",
      find: "isKnown || writes.accepted === accepted ||",
      put: "isKnown || writes.accepted >= accepted ||",
      tests: ["lifecycle/refused-after.test.ts"],
    },
  ],
  locate: [
    {
      loses: "An application that was there before a creation counts as the one that it has made.",
      find: "({ id }) => !excludedIds.includes(id) && !isManagedElsewhere(id)",
      put: "({ id }) => (!excludedIds.includes(id) || id.length > 0) && !isManagedElsewhere(id)",
      tests: ["lifecycle/earlier-objects.test.ts", "lifecycle/namesakes-laws.test.ts", "lifecycle/suspicion.test.ts"],
    },
    {
      loses: "A creation is sent again while the listing does not show the first object yet.",
      find: "sentAt !== undefined && Date.now() / 1_000 - sentAt < maxDelay",
      put: "sentAt !== undefined && sentAt < maxDelay",
      tests: ["lifecycle/earlier-objects.test.ts", "lifecycle/client.test.ts"],
    },
  ],
  claims: [
    {
      loses: "Two social users without an address count as one object, and a program with both is refused.",
      find: "([name, value]) => name !== uniqueWithin && value !== null",
      put: "([name, value]) => name !== undefined && value !== null",
      tests: ["lifecycle/claims.test.ts", "lifecycle/user.test.ts"],
    },
    {
      loses: "Two resources declare one scope with different descriptions, and each run changes it back.",
      find: "return isKnown && !equal(value, other)",
      put: "return isKnown && value === null && !equal(value, other)",
      tests: ["lifecycle/moving-members.test.ts"],
    },
    {
      loses: "An entry that leaves the program takes the object with it that another entry keeps.",
      find: "managers: object === undefined ? [] : this.managers.of(object, mark)",
      put: 'managers: object !== undefined ? [] : this.managers.of("", mark)',
      tests: ["lifecycle/two-entries.test.ts"],
    },
  ],
  "shared sets": [
    {
      loses: "An API that drops its scopes deletes those of other stacks, and with them the permissions of roles.",
      find: "if (canHaveOthers(field) && initialOf(",
      put: 'if (canHaveOthers(field) && field.kind === "set" && initialOf(',
      tests: ["lifecycle/foreign-members-laws.test.ts"],
    },
    {
      loses: "After a failed change, a connection disables the applications of other stacks.",
      find: "const before = listed.filter(isManaged);",
      put: "const before = listed;",
      tests: ["lifecycle/foreign-members-laws.test.ts"],
    },
    {
      loses: "An application that a lost update has enabled stays enabled after the program has dropped the list.",
      find: "const sent = isUnsure ? stringsIn(own(remembered, toPointer(path))) : [];",
      put: "const sent = isUnsure ? stringsIn(own(outputs, toPointer(path))) : [];",
      tests: ["lifecycle/foreign-members-laws.test.ts"],
    },
    {
      loses: "After a failed run, an exclusive set removes members that no preview has shown.",
      find: "remove: remove.filter(isManaged) };",
      put: "remove };",
      tests: ["lifecycle/foreign-members-laws.test.ts"],
    },
    {
      loses: "A member that moves to another resource is taken away although that one declares it.",
      find: ".filter((one) => !isDeclaredByOther(one))",
      put: ".filter((one) => !isDeclaredByOther(one) || one.path.length > 1)",
      tests: [
        "lifecycle/moved-members.test.ts",
        "lifecycle/shared-members.test.ts",
        "lifecycle/connection-clients.test.ts",
        "lifecycle/moving-members.test.ts",
      ],
    },
    {
      loses: "A member that another resource took away in the same run does not come back.",
      find: "return [...membersIn(toUndo).map(",
      put: "return [...membersIn(toUndo.slice(9)).map(",
      tests: ["lifecycle/moving-members.test.ts"],
    },
    {
      loses: "A member is added before another resource has taken it away, and is gone at the end.",
      find: "await waitForRemovals(context, entry.id, inputs)",
      put: "await waitForRemovals(context, entry.id, {})",
      tests: ["lifecycle/moving-members.test.ts", "lifecycle/moved-members.test.ts"],
    },
    {
      loses:
        "A creation takes an application from the members of an organization, which another stack has given them, without a word.",
      find: "changedInWords(editsIn(setChange(members, wanted), set.texts).edits)",
      put: "changedInWords([])",
      tests: ["lifecycle/organization-parts.test.ts"],
    },
  ],
  replacements: [
    {
      loses: "An object whose replacement failed is deleted by a second entry that an earlier run has left.",
      find: "replacer: object === undefined ? undefined : this.replacements.failed.get(object),",
      put: "replacer: undefined,",
      tests: ["lifecycle/pending-deletions.test.ts"],
    },
    {
      loses: "A replacement under the same name is created before the old object is deleted, and fails.",
      find: "if (type.deleteBeforeReplace?.(inputs) ?? hasSameKey(type, outputs, inputs)) return true;",
      put: "if (type.deleteBeforeReplace?.(inputs) ?? false) return true;",
      tests: [
        "lifecycle/connection.test.ts",
        "lifecycle/resource-server.test.ts",
        "lifecycle/action.test.ts",
        "lifecycle/rollback.test.ts",
      ],
    },
    {
      loses: "A rolled back program creates a third object in place of the one that it had.",
      find: "const isOwn = id !== undefined && id !== type.provisionalId(outputs)",
      put: "const isOwn = id !== undefined && id === type.provisionalId(outputs)",
      tests: ["lifecycle/rollback.test.ts"],
    },
    {
      loses: "An object is deleted that a failed creation of the same run declares.",
      find: "if (creator !== undefined) return",
      put: 'if (creator === "") return',
      tests: ["model/decide-deletion.test.ts"],
    },
  ],
  "own access": [
    {
      loses: "A run changes the application whose credentials it has, and locks itself out.",
      find: "if (ownClient === application)",
      put: "if (ownClient === service.host)",
      tests: ["lifecycle/client.test.ts"],
    },
    {
      loses: "A run deletes the grant by which it has access to the tenant.",
      find: "...{ id, values: outputs, record }",
      put: "...{ id, values: {}, record }",
      tests: ["lifecycle/client-grant.test.ts"],
    },
  ],
  switches: [
    {
      loses: "A rule that another client has edited while it was off blocks the tenant once the program turns it on.",
      find: "(content !== undefined && own(content.hashes, leaf.pointer) ===",
      put: "(content === undefined || own(content.hashes, leaf.pointer) ===",
      tests: ["lifecycle/activation-laws.test.ts"],
    },
    {
      loses: "An edit of a declared value that no refresh has seen comes into force.",
      find: "if (content.length === 0) return plan",
      put: "if (content.length < 9) return plan",
      tests: ["lifecycle/activation-laws.test.ts"],
    },
    {
      loses: "A write of this stack blesses what another client has put into the object meanwhile.",
      find: 'if (outcome.how !== "lost" && outcome.isNew)',
      put: 'if (outcome.how !== "lost" && outcome.id !== "")',
      tests: ["lifecycle/activation-laws.test.ts"],
    },
    {
      loses: "A template with the service's usual lifetime of links cannot be adopted and turned on.",
      find: "const known = [initial, cleared].filter(",
      put: "const known = [cleared ?? initial].slice(0, cleared === undefined ? 0 : 1).filter(",
      tests: ["lifecycle/activation-laws.test.ts"],
    },
    {
      loses: "Values that this stack has set and released are taken for those of another client.",
      find: "return contentOf(released, {",
      put: "return contentOf(released.slice(9), {",
      tests: ["lifecycle/activation-laws.test.ts"],
    },
    {
      loses: "A value of another client that a refresh has read comes into force as one of this stack.",
      find: "const hashes = { ...Object.fromEntries(left), ...read };",
      put: "const hashes = Object.keys(read).length > 99 ? read : Object.fromEntries(left);",
      tests: ["lifecycle/activation-laws.test.ts"],
    },
    {
      loses: "The e-mail provider is not deleted by a reset if it is off.",
      find: "return isChanged || removed.some((removal) => removal.path[0] === by);",
      put: "return isChanged;",
      tests: ["lifecycle/email-provider.test.ts"],
    },
  ],
  outcomes: [
    {
      loses: "A review shows a value as cleared that the run keeps, because a lost write may not have replaced it.",
      find: "const theirs = wanted.removed.filter(isTheirs(entry))",
      put: "const theirs = wanted.removed.filter((one) => isTheirs(entry)(one) && one.path.length > 9)",
      tests: ["lifecycle/lost-adoptions.test.ts"],
    },
    {
      loses: "A review shows a reset of values that a destroy keeps, because a lost write may not have replaced them.",
      find: "const isSent = (place: Place) => !isKept(place);",
      put: "const isSent = (place: Place) => !isKept(place) || place.path.length > 0;",
      tests: ["lifecycle/lost-adoptions.test.ts"],
    },
    {
      loses: "A review says that the whole object is reset, although the run sends nothing.",
      find: "if (wholeReset && doubtsIn(",
      put: "if (!wholeReset && doubtsIn(",
      tests: ["unit/review/outcomes.test.ts"],
    },
    {
      loses: "--fail-on delete lets a run pass that resets the settings of the tenant.",
      find: 'delete: ["delete", "reset"],',
      put: 'delete: ["delete"],',
      tests: ["unit/review/outcomes.test.ts"],
    },
    {
      loses: "The reset of a whole object with values that protect nothing is no change of the whole tenant.",
      find: '...(isWhole && action === "reset" && isResetAsWhole(one) ? ["reset as a whole"] : []),',
      put: "",
      tests: ["unit/review/outcomes.test.ts"],
    },
    {
      loses: "A review shows a removed property as absent, although the run sends the default.",
      find: "planUpdate(schema, entry.outputs, recordIn(schema, entry), inputs)",
      put: "planChange(schema, entry.outputs, { paths: [], unsure: [] }, inputs)",
      tests: ["lifecycle/foresight-laws.test.ts"],
    },
    {
      loses: "A review shows settings as reset that a destroy leaves as they are.",
      find: "if (own(before, resetOnDestroy) !== true) return",
      put: "if (own(before, resetOnDestroy) === true) return",
      tests: ["lifecycle/foresight-laws.test.ts", "unit/review/outcomes.test.ts"],
    },
    {
      loses: "A review shows values after a reset that the run does not send.",
      find: 'act: "reset",\n    after: afterWrite(before, plan)',
      put: 'act: "reset",\n    after: before',
      tests: ["lifecycle/foresight-laws.test.ts"],
    },
    {
      loses: "A review judges a replacement in place by the values before it.",
      find: "withoutOtherForms(schema, afterWrite(values, plan), plan)",
      put: "isForced ? values : withoutOtherForms(schema, afterWrite(values, plan), plan)",
      tests: ["lifecycle/foresight-laws.test.ts"],
    },
    {
      loses: "A review shows a value as it was, although the program declares another one in another form.",
      find: "if (!declared.some((leaf) => covers(path, leaf.path))) draft.remove(path);",
      put: "if (declared.some((leaf) => covers(path, leaf.path))) draft.remove(path);",
      tests: ["lifecycle/foresight-laws.test.ts"],
    },
    {
      loses: "A review fails an application for lack of keys that another stack has given it.",
      find: "const isNew = isMade(outcome) && !adopted.has(urn);",
      put: "const isNew = !adopted.has(urn);",
      tests: ["lifecycle/verdict-laws.test.ts"],
    },
    {
      loses: "A review passes an action whose new code the run does not deploy.",
      find: "volatile === true && sendsSomething(plan)",
      put: "volatile === true && !sendsSomething(plan)",
      tests: ["lifecycle/verdict-laws.test.ts"],
    },
    {
      loses:
        "A review says nothing of the secret that keys make invalid, because the plan may have created the application.",
      find: "(isNew(urn) || !adoptions.has(urn))",
      put: "(isNew(urn) || adoptions.has(urn) || act !== undefined)",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review cannot tell which trigger runs a new action.",
      find: "nameFor(reference, idOf(target), target.after ?? {})",
      put: "nameFor(reference, target.id, target.after ?? {})",
      tests: ["lifecycle/verdict-laws.test.ts"],
    },
    {
      loses: "A review says nothing of a factor that is switched off.",
      find: 'if (typeof weaker === "boolean") return is === weaker || typeof is !== "boolean";',
      put: 'if (typeof weaker === "boolean") return is !== weaker;',
      tests: ["unit/review/outcomes.test.ts"],
    },
  ],
  "lock-outs": [
    {
      loses: "An inactive allow rule counts, and the rule that blocks the Management API is activated.",
      find: 'own(allowing, "active") === true &&',
      put: 'own(allowing, "active") !== null &&',
      tests: ["lifecycle/lock-outs.test.ts"],
    },
    {
      loses: "An allow rule that comes after the blocking rule counts.",
      find: 'Number(own(allowing, "priority")) < Number(own(blocking, "priority"))',
      put: 'Number(own(allowing, "priority")) !== Number(own(blocking, "priority"))',
      tests: ["lifecycle/lock-outs.test.ts"],
    },
    {
      loses: "An allow rule for the Management API counts for a rule that blocks the whole tenant.",
      find: '(scope === "tenant" || scope === own(blocked, "scope"))',
      put: '(scope === "tenant" || scope === own(blocked, "scope") || scope === "management")',
      tests: ["lifecycle/lock-outs.test.ts"],
    },
    {
      loses: "An allow rule is deleted while a blocking rule depends on it.",
      find: 'const after = own && action !== "delete" ?',
      put: "const after = own ?",
      tests: ["lifecycle/lock-outs.test.ts"],
    },
    {
      loses: "Two allow rules are deleted at the same time, and the blocking rule stays.",
      find: "return type.lockOuts ? program.turnsOf(type.schema).take(counted) : counted();",
      put: "return type.schema.singleton === undefined ? counted() : program.turnsOf(type.schema).take(counted);",
      tests: ["lifecycle/lock-outs.test.ts"],
    },
    {
      loses: "A reset or an update disables the last factor, because its removals are not applied.",
      find: "      clear(after, removal);\n",
      put: "      clear(new Draft(before), removal);\n",
      tests: ["lifecycle/lock-outs.test.ts"],
    },
    {
      loses:
        "A destroy of both rules is refused, because the deletion of the allow rule does not wait for that of the blocking rule.",
      find: "if (caused.length === 0 || !(await program.turnsOf(type.schema).giveWay())) {",
      put: "if (caused.length === 0 || program.ids.size >= 0) {",
      tests: ["lifecycle/network-acl.test.ts"],
    },
    {
      loses: "Two rules that move together are refused, because the blocking rule does not wait for the allow rule.",
      find: "if (caused.length === 0 || !(await",
      put: "if (caused.every(({ id }) => id === write.id) || !(await",
      tests: ["lifecycle/network-acl.test.ts"],
    },
    {
      loses: "An allow rule that was created just now is not seen, because the listing lags behind.",
      find: "...(program.ids.get(type.schema.noun) ?? [])",
      put: '...(program.ids.get("") ?? [])',
      tests: ["lifecycle/network-acl.test.ts"],
    },
    {
      loses: "A factor that users cannot enroll alone counts.",
      find: 'additionalFactors: readonly string[] = ["recoveryCode", "webauthnPlatform"];',
      put: 'additionalFactors: readonly string[] = ["recoveryCode"];',
      tests: ["lifecycle/lock-outs.test.ts"],
    },
    {
      loses: "Codes by e-mail count as a factor of all users, and those without a verified address are locked out.",
      find: "if (usable.some((name) => name !== factorOfVerified)) return [];",
      put: "if (usable.length > 0) return [];",
      tests: ["lifecycle/lock-outs.test.ts"],
    },
    {
      loses: "TENANT_ALLOW_LOCKOUT permits a run after which no user can log in.",
      find: "({ canBeIntended }) => !(canBeIntended && service.mayLockOut)",
      put: "() => !service.mayLockOut",
      tests: ["lifecycle/multi-factor.test.ts"],
    },
  ],
  "ordinary words in messages": [
    {
      loses: "The error of a deletion that meets a conflict advises to look for an object with the same identity.",
      find: 'method === "DELETE" && failure.status === 409',
      put: 'method === "DELETE" && failure.status === 410',
      tests: ["unit/client/client.test.ts"],
    },
    {
      loses: "A refusal does not quote a word of a property whose name looks like that of a secret.",
      find: "this.keepSecret(secretTextsIn(call.body, call.secrecy));",
      put: "this.keepSecret(secretTextsIn(call.body));",
      tests: ["lifecycle/quoted-words.test.ts"],
    },
    {
      loses: "A refusal of a rate limit policy does not say which action it is about.",
      find: '  plain: [["configuration"]],\n',
      put: "",
      tests: ["lifecycle/quoted-words.test.ts"],
    },
    {
      loses: "An error quotes a secret which another client has set, and which an update sends back.",
      find: "return field.secret || isOpenDocument(field) ? [] : [path];",
      put: "return [path];",
      tests: ["unit/secrecy/judgement.test.ts"],
    },
  ],
  adoption: [
    {
      loses: "One name that two applications have ends the look-up of all other objects in a preview.",
      find: "if (error instanceof UnclearObject || isUnavailable(type, error)) {",
      put: 'if ((error instanceof UnclearObject && error.message === "") || isUnavailable(type, error)) {',
      tests: ["lifecycle/adoption.test.ts"],
    },
    {
      loses:
        "A preview is silent about a connection of an organization that takes the place of a disabled one, which the run removes only at its end.",
      find: "if (!isGoneBefore) console.warn(",
      put: "if (!isGoneBefore && !(error instanceof UnclearObject)) console.warn(",
      tests: ["lifecycle/organization-connection.test.ts"],
    },
    {
      loses: "A run says that a disabled connection of an organization could not be read, in place of what to declare.",
      find: "if (second instanceof UnclearObject) return second;",
      put: "",
      tests: ["lifecycle/organization-connection.test.ts"],
    },
    {
      loses:
        "A change of the phone provider that no longer declares a sender is refused by the service, and no preview says so.",
      find: 'const needed = hasSender ? ["sid"] : ["sid", ...senders];',
      put: 'const needed = ["sid"];',
      tests: ["lifecycle/phone.test.ts"],
    },
    {
      loses: "A list in which the service accepts no value twice is sent with one, and no preview says so.",
      find: "if (distinct) return array.superRefine(reportTwice((item) => item));",
      put: "if (distinct) return array;",
      tests: ["lifecycle/client.test.ts"],
    },
    {
      loses: "A phone provider that is switched on loses the sender that another client has set.",
      find: 'own(changes, "name") !== undefined && own(changes, "name") !== own(live, "name");',
      put: 'own(changes, "name") !== undefined;',
      tests: ["lifecycle/phone.test.ts"],
    },
    {
      loses: "A preview with TENANT_ADOPT warns that bindings are removed which the program declares.",
      find: "return others.length > unknown ?",
      put: "return others.length > 0 ?",
      tests: ["lifecycle/trigger-actions.test.ts"],
    },
    {
      loses:
        "A binding that one resource gives up and another one keeps is gone, if the run between the two has failed.",
      find: "claim.isOrdered ? stringsIn(own(remembered, pointer)).includes(member) :",
      put: "claim.isOrdered ? stringsIn(own(remembered, pointer)).length > 99 :",
      tests: ["lifecycle/trigger-shares.test.ts"],
    },
    {
      loses:
        "Partials that another stack has undone at the same time stay lost, although the run says that it has written them.",
      find: "if (isShare(singleton, request.inputs)) return changeShare(",
      put: "if (isShare(singleton, request.inputs) && request.isSeen === undefined) return changeShare(",
      tests: ["lifecycle/prompt-partials.test.ts"],
    },
    {
      loses: "A key of signed requests is deleted while the application uses it, because the token vault gives it up.",
      find: "const kept = new Set([...after, ...Object.values(",
      put: "const kept = new Set([...after.slice(0, 1), ...Object.values(",
      tests: ["lifecycle/token-vault.test.ts"],
    },
    {
      loses: "A share of a trigger's bindings turns the order of those of others around.",
      find: "...without(staying, moved), ...moved]",
      put: "...without(staying.toReversed(), moved), ...moved]",
      tests: ["lifecycle/preservation-laws.test.ts"],
    },
    {
      loses:
        "A review says in which order a trigger runs its actions although their ids are known only during the run.",
      find: "const isOrdered = unknown.length === 1 || isInOneSet || takesAnyOrder;",
      put: "const isOrdered = unknown.length < 9 || isInOneSet || takesAnyOrder;",
      tests: ["unit/import/adoptions.test.ts"],
    },
    {
      loses: "A review says that settings have their defaults although the run does not read them.",
      find: "const read = partsWith(parts, declared);",
      put: "const read = partsWith(parts, []);",
      tests: ["unit/import/adoptions.test.ts"],
    },
    {
      loses: "A review does not show the members that the creation of an exclusive set removes.",
      find: "const known = resourceTypes[type].hasOwnObject",
      put: "const known = resourceTypes[type].schema",
      tests: ["unit/review/adoptions.test.ts"],
    },
    {
      loses: "A review prints a secret of the tenant that the program adopts.",
      find: "const before = withoutSecrets(urn, values, () => true);",
      put: "const before = values;",
      tests: ["unit/review/adoptions.test.ts"],
    },
    {
      loses: "A later review passes the adoption of another object than the one that was approved.",
      find: 'resource.action === "adopt" && resource.isFound !== true ?',
      put: 'resource.action === "adopt" ?',
      tests: ["unit/review/adoptions.test.ts"],
    },
    {
      loses: "An object of another team is adopted without `adopt`.",
      find: "if (isAdopting) return",
      put: "if (isAdopting || found.id.length > 0) return",
      tests: ["lifecycle/adoption.test.ts"],
    },
    {
      loses: "The preview of an adoption prints secrets.",
      find: "return isSecret ? `  ",
      put: 'return isSecret && name === "" ? `  ',
      tests: ["lifecycle/adoption.test.ts"],
    },
    {
      loses: "An object of the service's own is taken over.",
      find: "const untouchable = type.untouchable(live, args)",
      put: "const untouchable = type.untouchable({}, args)",
      tests: ["lifecycle/adoption.test.ts", "lifecycle/client-grant.test.ts"],
    },
  ],
  "secrets and masks": [
    {
      loses: "What a tenant shows in place of a secret counts as the secret.",
      find: "if (masked.size === 0) return live",
      put: "if (masked.size >= 0) return live",
      tests: ["lifecycle/masked-secrets.test.ts", "unit/secrecy/places-agree.test.ts", "lifecycle/connection.test.ts"],
    },
    {
      loses: "A partly covered secret counts as a value, and is stored.",
      find: "const covered = /[*•●∙·]{3,}/",
      put: "const covered = /[*•●∙·]{9,}/",
      tests: ["unit/secrecy/masks.test.ts"],
    },
    {
      loses:
        "After a rename and its rollback, the tenant keeps another secret than the program declares, and no message says so.",
      find: "mark === undefined || !isLater(mark, manager.found)",
      put: "mark === undefined || isLater(mark, manager.found)",
      tests: ["lifecycle/two-entries.test.ts"],
    },
    {
      loses: "The same, where the run that drops the later entry also changes the kept one.",
      find: "found: same ? same.found : entry.mark",
      put: "found: same ? entry.mark : entry.mark",
      tests: ["lifecycle/two-entries.test.ts"],
    },
    {
      loses: "The emulator shows masks in place of settings, in objects that have the names of secrets.",
      find: "(secretText.test(key) && !isObject(value))",
      put: "secretText.test(key)",
      tests: ["lifecycle/masking-laws.test.ts"],
    },
    {
      loses: "Documented secrets stand in the state in plain text.",
      find: "if (field?.secret) return alwaysSecret",
      put: 'if (field?.secret && field.kind === "map") return alwaysSecret',
      tests: [
        "lifecycle/resource-server.test.ts",
        "lifecycle/marked-secrets.test.ts",
        "unit/secrecy/judgement.test.ts",
        "lifecycle/client.test.ts",
        "unit/sdk/classes.test.ts",
      ],
    },
    {
      loses: "A token in the query of a URL stands in the state in plain text.",
      find: "isRandom(user) || secretParametersIn(text).length > 0",
      put: "isRandom(user)",
      tests: ["unit/secrecy/urls.test.ts"],
    },
    {
      loses: "The address of a chat channel, with which anybody can write to it, stands in the state in plain text.",
      find: "if (field?.receiver) return receiverUrl;",
      put: "",
      tests: ["unit/secrecy/urls.test.ts"],
    },
    {
      loses: "An ordinary URL with an id counts as secret, so that no review shows where users are sent.",
      find: "return place.isReceiver === true && hasRandomPath(text);",
      put: "return hasRandomPath(text);",
      tests: ["unit/secrecy/urls.test.ts"],
    },
    {
      loses: "The check of a program prints its secrets.",
      find: "redactorOf(type.schema, news, before).hide(text)",
      put: "redactorOf(type.schema, {}, before).hide(text)",
      tests: ["lifecycle/marked-secrets.test.ts"],
    },
    {
      loses: "An option of a connection that looks secret is registered in plain text.",
      find: "return isNamed ? holdsSecret(value, name)",
      put: "return isNamed ? holdsSecret(value, name) && name.length > 40",
      tests: [
        "unit/sdk/connection-class.test.ts",
        "unit/sdk/classes.test.ts",
        "unit/sdk/announced.test.ts",
        "unit/secrecy/places-agree.test.ts",
        "unit/secrecy/judgement.test.ts",
      ],
    },
    {
      loses: "Secrets of eight characters and more are printed where a text quotes them.",
      find: "const shortest = 8;",
      put: "const shortest = 80;",
      tests: ["unit/client/client.test.ts", "unit/client/sanitize.test.ts"],
    },
  ],
  merging: [
    {
      loses: "An update of one option wipes all options of a connection that the program does not declare.",
      find: "const options = new Draft(before)",
      put: "const options = new Draft({})",
      tests: ["model/merge.test.ts"],
    },
    {
      loses: "An update of a connection resets what the service resets with each update.",
      find: "if (value !== undefined) body[name] = value;",
      put: "if (value !== undefined && own(inputs, name) !== undefined) body[name] = value;",
      tests: ["lifecycle/connection.test.ts"],
    },
  ],
  paging: [
    {
      loses: "Several listings that never end fill the memory of the process.",
      find: "if (this.#held + bytes > this.max) return false",
      put: "if (mine + bytes > this.max) return false",
      tests: ["unit/client/pages.test.ts", "lifecycle/coalescing/endless.test.ts"],
    },
    {
      loses: "Listings whose entries were dropped count as held, and a long run refuses all further ones.",
      find: "this.#batch?.drop();\n      this.#batch = new",
      put: "this.#batch = new",
      tests: ["lifecycle/coalescing/endless.test.ts"],
    },
    {
      loses: "A listing without totals ends after its first page, and the rest counts as gone.",
      find: "return items.length < size ? 0 : undefined",
      put: "return items.length <= size ? 0 : undefined",
      tests: ["unit/client/pages.test.ts"],
    },
    {
      loses: "A listing by cursor ends after its second page.",
      find: 'this.missing = cursor === "" ? 0 : left',
      put: 'this.missing = cursor === "" || this.pages > 1 ? 0 : left',
      tests: ["unit/client/pages.test.ts"],
    },
  ],
  retries: [
    {
      loses: "A creation that may have been carried out is repeated.",
      find: "!transient.has(failure.status)) return false;\n  return repeatable;",
      put: "!transient.has(failure.status)) return false;\n  return true;",
      tests: ["unit/client/retry.test.ts", "unit/client/client.test.ts"],
    },
    {
      loses: "A call counts as refused although an earlier attempt may have been carried out.",
      find: 'uncertain ||= failure.outcome === "unknown"',
      put: 'uncertain = failure.outcome === "unknown"',
      tests: ["unit/client/client.test.ts"],
    },
  ],
  "rate limits": [
    {
      loses: "A run never ends if the tenant refuses each change of an API's scopes, but answers reads.",
      find: "if (clock.monotonic() - since >= bounds.refusedMs) throw error;",
      put: "if (clock.monotonic() < since) throw error;",
      tests: ["lifecycle/rate-limit-laws.test.ts"],
    },
    {
      loses: "Calls go on while the service has asked to wait.",
      find: "if (now < blockedUntil) return blockedUntil",
      put: "if (now < blockedUntil) return now",
      tests: ["unit/client/pacing/pacer.test.ts"],
    },
    {
      loses: "A run sends hundreds of calls before it knows the limits of the tenant.",
      find: "if (isAlone && this.#inFlight > 0)",
      put: "if (isAlone && this.#inFlight > 99)",
      tests: ["unit/client/pacing/pacer.test.ts"],
    },
  ],
  events: [
    {
      loses: "Events that come again after a reconnection are reported twice.",
      find: "this.#seen.add(id);\n    return this.#ids.add(id);",
      put: 'this.#seen.add(id);\n    return this.#ids.add(id) || id !== "";',
      tests: ["unit/client/events/position.test.ts", "unit/client/events/stream.test.ts"],
    },
    {
      loses: "Events that are out of order are lost with a reconnection.",
      find: "this.#trail.length <= this.#rules.reorderWindow && now",
      put: "this.#trail.length <= this.#rules.reorderWindow - 9_999 && now",
      tests: ["unit/client/events/position.test.ts", "unit/client/events/stream.test.ts"],
    },
    {
      loses: "A stream whose cursor has expired never continues.",
      find: 'if (status === 410 && situation.positioned) return "expired"',
      put: 'if (status === 410 && situation.positioned) return "wait"',
      tests: ["unit/client/events/stream.test.ts"],
    },
  ],
  watch: [
    {
      loses: "Types of which events report only the end are never compared while a watch runs.",
      find: "tools[name].events?.areComplete !== true ||",
      put: "tools[name].events === undefined ||",
      tests: ["unit/watch/machine-rules.test.ts"],
    },
    {
      loses: "Edits of organizations are not reported while a watch runs.",
      find: '      types: ["organization.created", "organization.updated", "organization.deleted"],',
      put: '      types: ["organization.created", "organization.deleted"],',
      tests: ["lifecycle/edits-heard.test.ts"],
    },
    {
      loses: "What a run of the stack has just changed is reported as drift.",
      find: "if (look.isRunning) resource.postpone()",
      put: "if (look.isRunning && now < 0) resource.postpone()",
      tests: ["unit/watch/machine-rules.test.ts", "unit/watch/machine.test.ts"],
    },
    {
      loses: "Changes during a lost connection are never reported.",
      find: 'if (this.#connection === "lost") this.#compareAll',
      put: 'if (this.#connection === "lost" && this.#events < 0) this.#compareAll',
      tests: ["unit/watch/watching.test.ts"],
    },
    {
      loses: "Reports that the command of --exec has failed to take are lost.",
      find: "this.#put([...document.reports, ...this.#waiting]",
      put: "this.#put([...this.#waiting]",
      tests: ["unit/watch/exec-queue.test.ts"],
    },
    {
      loses: "Changes that the program ignores (ignoreChanges) are reported as drift.",
      find: "!isIgnored(resource, path))",
      put: '!isIgnored(resource, path) || path !== "")',
      tests: ["unit/watch/compare.test.ts"],
    },
  ],
  drift: [
    {
      loses: "A preview does not say which content of a deleted object the run does not restore.",
      find: "if (warning !== undefined) console.warn(warning);",
      put: "if (warning === undefined) console.warn(warning);",
      tests: ["lifecycle/not-restored.test.ts"],
    },
    {
      loses: "The warning about a deleted object omits documents.",
      find: "field.forceNew || isAtTop(field)) return false;",
      put: 'field.forceNew || isAtTop(field) || field.kind === "document") return false;',
      tests: ["lifecycle/not-restored.test.ts"],
    },
    {
      loses: "What stands beside a certificate is hidden behind its fingerprint.",
      find: 'const isWhole = pem.replaceAll(block, "").trim() === "";',
      put: "const isWhole = true;",
      tests: ["unit/report/certificates.test.ts"],
    },
    {
      loses: "Another certificate of a chain is shown as the same text.",
      find: "keys.every((key) => key !== undefined) ? keys.join",
      put: "keys.every((key) => key !== undefined) ? keys.slice(0, 1).join",
      tests: ["unit/report/certificates.test.ts"],
    },
    {
      loses: "A report with long explanations at its end is longer than a comment can be.",
      find: 'limit - [head, ...foot].join("\\n").length - 100',
      put: "limit - head.length - 100",
      tests: ["unit/report/document.test.ts"],
    },
    {
      loses: "A report shows only the first place where two texts differ.",
      find: "else ranges.push(range);",
      put: "else if (!last) ranges.push(range);",
      tests: ["unit/report/output.test.ts"],
    },
    {
      loses: "Drift that is accepted for one property hides an edit of another one.",
      find: 'isWithin(change, property ?? "")',
      put: 'isWithin(change, property ?? "") || property !== undefined',
      tests: ["unit/baseline/accepted-drift.test.ts"],
    },
    {
      loses: "Accepted drift hides a resource that could not be read.",
      find: 'resource.state === "failed" ? [] : waivers.covering(rule, resource)',
      put: 'resource.state === "changed" || resource.error !== undefined ? waivers.covering(rule, resource) : []',
      tests: ["unit/baseline/accepted-drift.test.ts"],
    },
    {
      loses: "A report counts as complete although objects could not be read.",
      find: "complete: failures.size === 0 && errors.length === 0",
      put: "complete: errors.length === 0",
      tests: ["unit/report/report.test.ts"],
    },
    {
      loses: "drift ends with the code for drift although not everything could be read.",
      find: "if (!complete || unread.length > 0 || unmanaged?.isOutage) return",
      put: "if ((!complete && !drift) || unread.length > 0) return",
      tests: ["unit/commands/drift.test.ts"],
    },
    {
      loses: "drift overlooks changes in an output of the CLI that it does not understand.",
      find: "if (summed && !steps?.some(({ op }) => isChange(op)))",
      put: "if (summed && !steps)",
      tests: ["unit/commands/drift.test.ts", "unit/report/report.test.ts"],
    },
    {
      loses: "drift hands on an option that changes the state.",
      find: 'if (token.kind === "option" && Object.hasOwn(allowed, token.name)) continue',
      put: 'if (token.kind === "option" && (Object.hasOwn(allowed, token.name) || token.rawName.length > 2)) continue',
      tests: ["unit/commands/drift.test.ts"],
    },
    {
      loses: "drift --unmanaged and imports look at the current stack in place of the named one.",
      find: '...(stack === undefined ? [] : ["--stack", stack])',
      put: '...(stack === undefined || stack !== "" ? [] : ["--stack", stack])',
      tests: ["unit/commands/unmanaged.test.ts", "unit/commands/drift.test.ts"],
    },
  ],
  documents: [
    {
      loses: "A plan with a repeated member is shown as harmless, and the engine merges the two.",
      find: "membersInText(text) !== membersIn(content)",
      put: "membersInText(text) < membersIn(content)",
      tests: ["unit/pulumi-cli/documents.test.ts"],
    },
    {
      loses: "A plan with `Goal` beside `goal` is shown as harmless, and the engine takes the other one.",
      find: "return z.strictObject(shape, {",
      put: "return z.object(shape, {",
      tests: ["unit/pulumi-cli/documents.test.ts"],
    },
    {
      loses: "A document before a preview is taken for a warning of the CLI.",
      find: "output.search(/^[ \\t]*\\{/m)",
      put: "output.search(/^\\{/m)",
      tests: ["unit/pulumi-cli/documents.test.ts"],
    },
  ],
  review: [
    {
      loses:
        "No review shows that others can add entries to a list from now on, which the program declared as a whole.",
      find: "parts.length === 0 || parts.includes(true)",
      put: "parts.length < 2",
      tests: ["unit/review/sharing.test.ts"],
    },
    {
      loses: "A branch accepts drift after its review, and the run goes on.",
      find: "addedWaivers(shown, [asWaiver(one)]).length > 0",
      put: "addedWaivers(shown, [asWaiver(one)]).length > 1",
      tests: ["unit/review/reviewed.test.ts"],
    },
    {
      loses: "A waiver of a rule has no end in sight, so nobody looks at it again.",
      find: "if (value <= last) return undefined;",
      put: "if (value <= last || value > last) return undefined;",
      tests: ["unit/baseline/waivers.test.ts", "unit/baseline/accepted-drift.test.ts"],
    },
    {
      loses:
        "A branch accepts the drift of a whole resource, of which one property was accepted, and no review shows it.",
      find: "({ property }) => property === undefined || property === entry.property",
      put: "({ property }) => property !== null || property === entry.property",
      tests: ["unit/review/acceptances.test.ts"],
    },
    {
      loses:
        "A branch exchanges the sides of a comparison, so that old entries hide other differences, and no review shows it.",
      find: "isOther ? is : is.filter(",
      put: "isOther && is.length < 0 ? is : is.filter(",
      tests: ["unit/review/acceptances.test.ts"],
    },
    {
      loses: "A resource that an edited state gives to another tenant is no change in a review.",
      find: 'if (was === "" || is === undefined || is === was) return [];',
      put: 'if (was === "" || is !== undefined || is === was) return [];',
      tests: ["unit/review/remarks.test.ts"],
    },
    {
      loses: "review --fail-on weaker passes a plan that ends the protection of a connection.",
      find: "resources.flatMap((one) => (one.loosens ?? [])",
      put: "resources.slice(resources.length).flatMap((one) => (one.loosens ?? [])",
      tests: ["unit/review/remarks.test.ts"],
    },
    {
      loses: "A review says that nothing is weaker although the program no longer removes what others add to a set.",
      find: "if (isExclusive === true) return [];",
      put: "if (isExclusive !== undefined) return [];",
      tests: ["unit/review/sharing.test.ts"],
    },
    {
      loses: "A review passes a resource that takes the exclusive set of another one over, and shares it.",
      find: 'act === "create" || act === "adopt" ? creations.leftBehind(outcome) : outcome.before',
      put: 'act === "create" && act !== outcome.act ? creations.leftBehind(outcome) : outcome.before',
      tests: ["unit/review/sharing.test.ts"],
    },
    {
      loses: "A review does not say that secrets of others in an action are deleted from now on, and lost.",
      find: 'path === "exclusiveSecrets" && is === true',
      put: 'path === "exclusiveSecrets" && is === false',
      tests: ["unit/review/sharing.test.ts"],
    },
    {
      loses: "A forged plan hides an update behind an operation that changes nothing.",
      find: "&& isOneAct(kept)",
      put: "&& isOneAct(kept.slice(-1))",
      tests: ["unit/review/saved-plan.test.ts"],
    },
    {
      loses:
        "An approver takes the line about weaker values for the whole list, although another one has the second factors.",
      find: 'new Set(["WHOLE TENANT", "PRIVILEGE"])',
      put: "new Set()",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review says that it compares with the tenant, although the preview has read nothing there.",
      find: "return { preview, state, isRefreshed: false };",
      put: "return { preview, state, isRefreshed: true };",
      tests: ["unit/review/refreshed.test.ts"],
    },
    {
      loses: "A review does not say that an application loses its last connection.",
      find: "const ended = logins.filter(({ left }) => left.length === 0);",
      put: "const ended = logins.filter(({ left }) => left.length > 9);",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses:
        "A review says that users still log in through a connection that the run deletes, as a set of its applications stays.",
      find: ".filter(stays);",
      put: ".filter((one) => stays(one) || one.via !== one.urn);",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review does not know that a set of applications opens logins.",
      find: '        opensLogin: "connectionId",\n',
      put: "",
      tests: ["unit/definitions/rights.test.ts"],
    },
    {
      loses: "A review says that a factor is switched off, and not which factors remain.",
      find: "...(remains.length > 0 && { remains })",
      put: "...(remains.length > 99 && { remains })",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review does not say which second factors remain.",
      find: '    toldTogether: ["policies", "factors"],\n',
      put: "",
      tests: ["unit/definitions/rights.test.ts"],
    },
    {
      loses: "A review says of factors that no program declares that they are off.",
      find: "const open = which((one) => one === undefined || one === null)",
      put: "const open = which((one) => one === null)",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review does not say that an application loses scopes of an API with its grant.",
      find: 'const taken = { was: before, is: {}, when: "before" } as const;',
      put: 'const taken = { was: before, is: before, when: "before" } as const;',
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review says that a right is lost that may be among those which are known only during the run.",
      find: "const isLost = lost !== undefined && !holdsUnknown(now);",
      put: "const isLost = lost !== undefined;",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review says that rights are lost although another resource of the program keeps the grant.",
      find: 'resources.filter(({ action, mayStay }) => action === "move" || mayStay)',
      put: 'resources.filter(({ action }) => action === "move")',
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A tenant whose only factor is codes by e-mail, which users cannot enroll, passes the audit.",
      find: '[...strong, "sms"].filter',
      put: '[...strong, "sms", factorOfVerified].filter',
      tests: ["unit/baseline/factors.test.ts"],
    },
    {
      loses: "A review of weaker settings does not say that an unknown number of users is deleted with a connection.",
      find: 'count === "unknown" && isLost',
      put: 'count !== "unknown" && isLost',
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A connection is deleted with its users, and its definition does not say that reports count them.",
      find: '    deletedWithIt: ["user"],\n',
      put: "",
      tests: ["unit/definitions/rights.test.ts"],
    },
    {
      loses: "A review counts the rules that it cannot judge, and names none of them.",
      find: "all.slice(0, maxNamed).map((one) => {",
      put: "all.slice(0, 0).map((one) => {",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses:
        "A new grant stands below the heading of changes with a warning, and no line says what is to be looked at.",
      find: "below: [...lines, ...reasons, ...given.flat()]",
      put: "below: [...lines, ...reasons]",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "Settings that the review has not read stand below the heading of changes with a warning, without one.",
      find: "...(isUnread ? [unreadInWords(resource)] : []),\n      ...(because",
      put: "...(because",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review says that nothing is weaker, although it has not read an object that the run adopts.",
      find: "report.complete && rest.open.length === 0",
      put: "report.complete",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A pipeline applies a plan that weakens what was hardened since its review.",
      find: "!knownWeaker.get(placeOf(one))?.some((known) => covers(known, one))",
      put: "!knownWeaker.get(placeOf(one)) && earlier.weaker !== undefined",
      tests: ["unit/review/saved-plan.test.ts"],
    },
    {
      loses: "A review calls a change of a property harmless although this version does not know the property.",
      find: "    hints: () => ({ undocumented: true }),\n",
      put: "",
      tests: ["unit/review/undocumented.test.ts"],
    },
    {
      loses: "A review calls a changed option of a connection harmless that this version does not know.",
      find: "!ofAny.names.has(path[0]) && { undocumented: true }",
      put: "ofAny.names.has(path[0]) && { undocumented: true }",
      tests: ["unit/review/undocumented.test.ts"],
    },
    {
      loses:
        "A review says that nothing is weaker, although callbacks that are a secret lead to another domain after the run.",
      find: "return [...known, ...added, ",
      put: "return [...known, ",
      tests: ["unit/review/hidden.test.ts"],
    },
    {
      loses:
        "A program adopts an application under another name, and its tokens that never expire are a secret: nothing is weaker.",
      find: "(creations.of(outcome)?.judged ?? (() => false))",
      put: '((name: string) => name === "")',
      tests: ["unit/review/hidden.test.ts"],
    },
    {
      loses:
        "Each change of a log stream is said to change its credential for the worse, so nobody reads these lines any more.",
      find: "if (isCredential && isUnsure) return [];",
      put: "",
      tests: ["unit/review/saved-plan.test.ts"],
    },
    {
      loses: "A review shows the issuer of a connection as removed, although the run sends another one as a secret.",
      find: "one.length < path.length && covers(one, path)",
      put: "one.length > path.length && covers(one, path)",
      tests: ["unit/review/hidden.test.ts"],
    },
    {
      loses: "A review does not say that an application gets rights if the list of the rights is a secret.",
      find: "value !== null && (isSecret(value) || !isEmptyObject(value))",
      put: "value !== null && !isEmptyObject(value)",
      tests: ["unit/review/hidden.test.ts"],
    },
    {
      loses: "A review says nothing of the applications that get an existing connection by a creation.",
      find: "const isWhole = isPart || left !== undefined",
      put: "const isWhole = left !== undefined",
      tests: ["unit/review/creations.test.ts"],
    },
    {
      loses: "A review says that nothing is weaker, although a creation removes the second factor that a trigger runs.",
      find: "owners.all.every(isExisting) && replacesSet(fields, after)",
      put: "owners.all.some(isExisting) && replacesSet(fields, after)",
      tests: ["unit/review/creations.test.ts"],
    },
    {
      loses: "--fail-on weaker lets a creation pass that gives somebody a role.",
      find: "[...weaker, ...privileges.filter(({ isLoss }) => !isLoss)]",
      put: "weaker",
      tests: ["unit/review/creations.test.ts"],
    },
    {
      loses: "A review says nothing of an application without a secret that the program adopts under another name.",
      find: "const isWhole = isPart || left !== undefined ||",
      put: "const isWhole = isPart ||",
      tests: ["unit/review/creations.test.ts"],
    },
    {
      loses: "A review does not say that another application gets the scopes of a replaced grant.",
      find: 'const given = { was: {}, is: after, when: "after" } as const;',
      put: 'const given = { was: before, is: after, when: "after" } as const;',
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses:
        "A review says that nothing is weaker, although another strategy verifies the users of a replaced connection.",
      find: 'weakerIn(outcome, outcome.act === "replace")',
      put: 'weakerIn(outcome, outcome.act === "adopt")',
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review lists a second factor that no login asks for any more among the changes of single objects.",
      find: "this.#isWhole = true;",
      put: "this.#isWhole = this.#nodes.size > 99;",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review in a comment begins a further list where a text of the tenant begins with a hyphen.",
      find: "(last !== undefined && signs.has(word))",
      put: "signs.has(word)",
      tests: ["unit/review/verdict.test.ts"],
    },
    {
      loses: "A review does not say that a user gets a role.",
      find: '  grantsTo: ["userId"],\n  max: maxRoles',
      put: "  max: maxRoles",
      tests: ["unit/definitions/rights.test.ts"],
    },
    {
      loses: "A review says that unused sessions last minutes, where they last hours.",
      find: '      idleSessionLifetime: { ...lifetime, unit: "hours",',
      put: '      idleSessionLifetime: { ...lifetime, unit: "minutes",',
      tests: ["unit/definitions/rights.test.ts"],
    },
    {
      loses: "A set from which the run removes members is listed as only moved.",
      find: "return { says, isWhole: false };",
      put: "return { says, isWhole: true };",
      tests: ["unit/review/moved.test.ts"],
    },
    {
      loses: "A resource that loses its protection together with its name is listed as only renamed.",
      find: "movesIn(step).length > 0 && quietChanges(step).length === 0",
      put: "movesIn(step).length > 0",
      tests: ["unit/review/moved.test.ts"],
    },
    {
      loses:
        "A grant of the whole management API at a tenant that is known only during the run passes --strict-baseline.",
      find: "return host !== undefined && (host === tenant || managementApi === undefined)",
      put: "return host !== undefined && host === tenant",
      tests: ["unit/baseline/management-api.test.ts"],
    },
    {
      loses: "A review prints the engine's placeholder as the name of a tenant.",
      find: 'return typeof tenant === "string" && tenant !== unknownValue ? tenant : ""',
      put: 'return typeof tenant === "string" && tenant !== "" ? tenant : ""',
      tests: ["unit/baseline/management-api.test.ts"],
    },
    {
      loses: "An audit of a tenant with a custom domain takes its management API for an ordinary API.",
      find: "if (identifier === managementApi) return true",
      put: 'if (identifier === managementApi) return String(identifier).endsWith("/api/v2/")',
      tests: ["unit/baseline/management-api.test.ts"],
    },
    {
      loses: "A client grant of the whole management API is shown as a role, as its class says.",
      find: "const other = classes.find((made) => made !== expected)",
      put: "const other = classes.find((made) => expected === undefined && made !== expected)",
      tests: ["unit/review/provider-code.test.ts"],
    },
    {
      loses: "A resource of ours with secret code passes the review.",
      find: "if (other !== undefined || !isOurs(type)) return other",
      put: 'if (other !== undefined || !isOurs(type) || all.some((one) => typeof own(one, providerKey) !== "string")) return other',
      tests: ["unit/review/provider-code.test.ts"],
    },
    {
      loses: "A grant under the class of a role is not judged by the rules about grants.",
      find: "return typeNameOf(made === undefined ? type : typeToken(made))",
      put: "return typeNameOf(made === undefined || type !== typeToken(made) ? type : typeToken(made))",
      tests: ["unit/review/provider-code.test.ts"],
    },
    {
      loses: "A plan of which the preview says that the run will fail passes the review.",
      find: "complete: complete && wrong.length + willFail.length === 0",
      put: "complete: complete && wrong.length === 0",
      tests: ["unit/review/report.test.ts"],
    },
    {
      loses: "A preview says only in part why the run will fail, because the engine cuts its output at line breaks.",
      find: 'lines.filter((line) => line !== "").join(" ")',
      put: 'lines.filter((line) => line !== "").join("\\n")',
      tests: ["unit/review/report.test.ts"],
    },
    {
      loses: "A waiver of the stack dev silences the same failure in prod.",
      find: "(stack === undefined || stackIn(urn) === stack) &&",
      put: '(stack === undefined || stackIn(urn) !== "") &&',
      tests: ["unit/baseline/waivers.test.ts"],
    },
    {
      loses: "A new list of waivers permits failures in every stack.",
      find: "...(resource !== urn && stack !== undefined && { stack })",
      put: '...(resource === "" && stack !== undefined && { stack })',
      tests: ["unit/baseline/waivers.test.ts"],
    },
    {
      loses: "A second list of waivers also permits failures that have appeared since the first one.",
      find: "if (before && !isStart(before)) {",
      put: "if (before && !isStart(before) && added.length === 0) {",
      tests: ["unit/baseline/waivers.test.ts"],
    },
    {
      loses: "A waiver that a branch extends to every stack is no news to the review.",
      find: "(one.stack === undefined || one.stack === other.stack) &&",
      put: "(one.stack === undefined || other.stack === undefined || one.stack === other.stack) &&",
      tests: ["unit/baseline/waivers.test.ts"],
    },
    {
      loses: "--fail-on replace lets a recreated object pass.",
      find: 'replace: ["replace", "renew"]',
      put: 'replace: ["renew"]',
      tests: ["unit/commands/map-and-review.test.ts"],
    },
    {
      loses:
        "A review takes what the tenant has after an edit for what the state has, and shows nothing that a run mends.",
      find: 'preview.steps.filter(({ op }) => op !== "refresh")',
      put: 'preview.steps.filter(({ op }) => op !== "refreshed")',
      tests: ["unit/review/refreshed.test.ts"],
    },
    {
      loses: "A saved plan that deletes more than the state has is shown as harmless.",
      find: "if (!isFit || deletions > due) errors",
      put: "if (!isFit || deletions > due + 9) errors",
      tests: ["unit/review/saved-plan.test.ts"],
    },
    {
      loses: "A review says that members stay although it is unknown which members the other resource declares.",
      find: 'isKnown: typeof value !== "string" && isTold(value)',
      put: 'isKnown: typeof value !== "string" || isTold(value)',
      tests: ["unit/review/deletions.test.ts"],
    },
    {
      loses: "A review counts the applications that it knows as all that a change concerns.",
      find: "...(isOpen && { atLeast: true })",
      put: "...(isOpen && names.length > 20 && { atLeast: true })",
      tests: ["unit/graph/impact.test.ts", "unit/review/report.test.ts"],
    },
  ],
  import: [
    {
      loses: "A second stack of a program declares every resource twice.",
      find: "if (mine.length === 0 && file === undefined) return",
      put: "if (mine.length < 9 && file === undefined) return",
      tests: ["unit/commands/import-commands.test.ts"],
    },
    {
      loses: "An import leaves out all objects of a name, of which one may be that of an unconfirmed creation.",
      find: "return candidates.length > 1\n",
      put: "return candidates.length > 9\n",
      tests: ["unit/commands/import-commands.test.ts"],
    },
    {
      loses: "An import declares a member that no write accepts.",
      find: "...setByService,\n    ...own,",
      put: "...setByService,\n    ...own.slice(9),",
      tests: ["unit/definitions/undocumented.test.ts"],
    },
    {
      loses: "A member in the state that no write accepts is cleared, and each run fails.",
      find: "else if (!known.ofService.has(wire)) put(rest, wire, value);",
      put: "else put(rest, wire, value);",
      tests: ["lifecycle/undocumented.test.ts"],
    },
    {
      loses: "An import says nothing of a secret that no response shows, so that an object created again lacks it.",
      find: "for (const { path, why = never } of this.#rules.unseen",
      put: "if (args.userId === null) for (const { path, why = never } of this.#rules.unseen",
      tests: ["lifecycle/importing/unreturned.test.ts"],
    },
    {
      loses: "An import leaves out what decides about security, so that changes of it stay unseen.",
      find: "!isLeftToOthers(field, value)) return value",
      put: "!isLeftToOthers(field, value) && path.length > 9) return value",
      tests: ["lifecycle/importing/clients.test.ts"],
    },
    {
      loses: "An import takes what another stack manages.",
      find: "held.find((one) => isWhole(item, one))",
      put: "held.find((one) => isWhole(item, one) && one.isGoing)",
      tests: ["unit/import/elsewhere.test.ts"],
    },
    {
      loses:
        "A newer tenant's connections are imported without the applications that use them, and lose them when they are created again.",
      find: "parts: partsForSecurity,",
      put: "",
      tests: ["unit/import/inventory.test.ts"],
    },
    {
      loses: "A default import declares the roles of single users, whom another tenant lacks.",
      find: "this.#options.declaredMembers !== undefined && outsideOwnedTypes.includes(type)",
      put: "this.#options.declaredMembers === undefined && outsideOwnedTypes.includes(type)",
      tests: ["unit/import/inventory.test.ts"],
    },
    {
      loses:
        "A user who believes that an import took the whole tenant deletes the classic login page with the old tool.",
      find: 'own(live, "customLoginPageOn") === true && typeof page',
      put: 'own(live, "customLoginPageOn") === false && typeof page',
      tests: ["unit/import/inventory.test.ts"],
    },
    {
      loses: "Customers of an imported program get the values of another customer.",
      find: "texts.every((text, at) => text === between.join(bases[at]))",
      put: "texts.slice(0, 3).every((text, at) => text === between.join(bases[at]))",
      tests: ["unit/import/grouped.test.ts"],
    },
    {
      loses: "An imported program has secrets in its text.",
      find: "const secrets = secretsOf(type, args)",
      put: "const secrets = secretsOf(type, {})",
      tests: ["unit/import/program.test.ts", "unit/import/resource.test.ts"],
    },
    {
      loses: "A value with a quote becomes code of a script.",
      find: '["a quote", /["\'`]/],',
      put: '["a quote", /["`]/],',
      tests: ["unit/sdk/template.test.ts"],
    },
    {
      loses: "A value and the text beside it become code of a template literal.",
      find: "result.slice(Math.max(0, from - 1), to + 1)",
      put: "result.slice(from, to)",
      tests: ["unit/sdk/template.test.ts"],
    },
    {
      loses: "A misspelt placeholder goes to the tenant as it stands.",
      find: "if (!Object.hasOwn(values, first.name)) return [unknown(text, first)];",
      put: "if (!Object.hasOwn(values, first.name)) return [];",
      tests: ["unit/sdk/template.test.ts"],
    },
    {
      loses: "The host in scripts of an explicit provider's tenant is that of another tenant.",
      find: 'hostIn((key) => (key === "domain" ? known : explicitOnly(key)))',
      put: 'hostIn((key) => (key === "domain" ? (reader(undefined)(key) ?? known) : explicitOnly(key)))',
      tests: ["unit/sdk/domain.test.ts"],
    },
    {
      loses: "An imported script of the tenant that looks like a template is changed by the first run.",
      find: "const keep = [...new Set(others.map(({ name }) => name))].toSorted();",
      put: "const keep: string[] = [];",
      tests: ["unit/import/references.test.ts"],
    },
    {
      loses: "An imported program refers to itself in a circle, and does not run.",
      find: "placeOf(to) < placeOf(from) || cycleOf.get(from) !== cycleOf.get(to)",
      put: "placeOf(to) < placeOf(from) || from !== to",
      tests: ["unit/import/references.test.ts"],
    },
    {
      loses: "An import replaces a part of a longer word by an id.",
      find: "if (!isPart) words.push",
      put: 'if (!isPart || kind === "ofId") words.push',
      tests: ["unit/import/references.test.ts"],
    },
    {
      loses: "An imported script is no JavaScript any more for editors.",
      find: "(isScript && !isJavaScript(template.text))",
      put: '(isScript && template.text === "")',
      tests: ["unit/import/references.test.ts"],
    },
  ],
  "take-over": [
    {
      loses: "The import for a further stage changes the tenant to the values of the other stage.",
      find: "if (choices !== undefined) return carryOut(context, () => takeOver(context, choices, inputs));",
      put: "",
      tests: ["lifecycle/take-over.test.ts"],
    },
    {
      loses: "An update in a run that takes objects over reaches the tenant.",
      find: 'if (this.#settings.takeOver !== undefined && call.method !== "GET")',
      put: 'if (this.#settings.takeOver !== undefined && call.method === "DELETE")',
      tests: ["lifecycle/take-over.test.ts"],
    },
    {
      loses:
        "A property that some types read only if the record has its path is unknown after a take-over, so a difference is silent.",
      find: "await readDeclared(context, id, inputs, { known: inputs })",
      put: "await context.type.read(context.service, id, {})",
      tests: ["lifecycle/take-over.test.ts"],
    },
    {
      loses: "A search that is late gives another person's account the declared name and the declared password.",
      find: '["connection", name].every(',
      put: '["connection"].every(',
      tests: ["lifecycle/late-searches.test.ts"],
    },
    {
      loses: "A listing that is late gives an object with another name to the stack that adopts the earlier name.",
      find: "names.every((name) => hasKey(name, own(whole.live, name)))",
      put: "names.length >= 0",
      tests: ["lifecycle/late-searches.test.ts"],
    },
    {
      loses:
        "A property that no update changes is declared later with another value, and the next refresh replaces the object.",
      find: "return forceNewIfDeclared ?? createOnly;",
      put: "return forceNewIfDeclared ? createOnly : createOnly;",
      tests: ["lifecycle/set-once.test.ts"],
    },
    {
      loses: "An update that has nothing to send sends an empty body, which some routes refuse in every run.",
      find: "inParts(toBody(sent, inputs), inputs).filter(isFull)",
      put: "inParts(toBody(sent, inputs), inputs).filter((part) => isFull(part) || true)",
      tests: ["lifecycle/set-once.test.ts"],
    },
  ],
  verify: [
    {
      loses: "A run whose budget ends after it made a theme leaves the theme, because the service added values to it.",
      find: "[valueOfNew(field), initialOf(field) ?? null]",
      put: "[valueOfNew(field)]",
      tests: ["acceptance/disposable.test.ts"],
    },
    {
      loses: "A sweep sets the settings that a manifest from a pull request names.",
      find: "if (seal === sealOf(noted, await ownKey())) return noted;",
      put: "if (seal !== undefined) return noted;",
      tests: ["acceptance/command.test.ts"],
    },
    {
      loses: "A property that a description has only in a combination of schemas is not found.",
      find: 'this.#reachable(schemas, ["allOf", "oneOf", "anyOf"])',
      put: 'this.#reachable(schemas, ["allOf", "oneOf"])',
      tests: ["unit/verify/description.test.ts"],
    },
  ],
  map: [
    {
      loses: "A map shows what a stack manages as unmanaged.",
      find: 'stacksOf.length > 0 ? "managed"',
      put: 'stacksOf.length > 1 ? "managed"',
      tests: ["unit/map/document.test.ts"],
    },
  ],
  "look-ups": [
    {
      loses: "A look-up that finds several objects answers the first one.",
      find: "if (only !== undefined && candidates.length === 1) return only",
      put: "if (only !== undefined) return only",
      tests: ["unit/sdk/look-ups.test.ts", "unit/sdk/data-source.test.ts"],
    },
    {
      loses: "A look-up asks before the resources are there that it depends on.",
      find: "whenCreated(opts.dependsOn), origins",
      put: "whenCreated(undefined), origins",
      tests: ["unit/sdk/token-exchange-profiles.test.ts"],
    },
  ],
  program: [
    {
      loses: "A database with users is not protected from deletion.",
      find: "const safe = guarded(definition, args, opts)",
      put: "const safe = guarded(definition, {}, opts)",
      tests: ["unit/sdk/connection-class.test.ts", "unit/sdk/classes.test.ts"],
    },
    {
      loses: "A program hands on an id of an object that may not exist.",
      find: "isUnconfirmed(known) && record ? confirmed",
      put: "isUnconfirmed(known) && record && known.length < 9 ? confirmed",
      tests: ["unit/sdk/tenant-id.test.ts"],
    },
    {
      loses: "With a saved state, pnpm finds the provider's code no more.",
      find: 'p=>p+"/.pnpm")',
      put: 'p=>p+"/pnpm")',
      tests: ["model/provider-code.test.ts"],
    },
  ],
  emulator: [
    {
      loses: "The emulator counts calls in the wrong bucket, so that a program that is too fast passes its tests.",
      find: "if (!parts.limiter.take(route?.bucket))",
      put: "if (!parts.limiter.take(undefined))",
      tests: ["unit/emulator/rate-limit.test.ts", "unit/emulator/token-exchange-profiles.test.ts"],
    },
    {
      loses: "The emulator lets calls pass for which the token has no scope.",
      find: "if (!scopes.some(may)) throw",
      put: "if (!scopes.some(may) && !grant) throw",
      tests: ["unit/emulator/service.test.ts", "lifecycle/scopes.test.ts"],
    },
    {
      loses: "The table of the emulator has lost a correction that a recording has made.",
      find: "?paginate boolean",
      put: "?paginates boolean",
      tests: ["unit/emulator/interface.test.ts"],
    },
    {
      loses: "A definition allows another bound than the service, and the emulator's table no longer tells.",
      find: "max: 72_000",
      put: "max: 72_001",
      tests: ["unit/definitions/interface.test.ts"],
    },
  ],
  "order of a replacement": [
    {
      loses: "A replacement creates an object under the name that the old one still has, which the service refuses.",
      find: "isInTheWay: replacement.updates === undefined && (await isInTheWay(context, change)),",
      put: "isInTheWay: replacement.updates !== undefined && (await isInTheWay(context, change)),",
      tests: ["lifecycle/replacement-laws.test.ts"],
    },
  ],
  "rotation of secrets": [
    {
      loses:
        "After a failed rotation, a rollback to the version before rotates the secret, and the application loses its access.",
      find: "const isFinished = equal(was, is) && recordOf(id, outputs).pending?.includes(rotationPointer);",
      put: "const isFinished = equal(was, is) && recordOf(id, outputs).pending?.length === 0;",
      tests: ["lifecycle/rotation.test.ts"],
    },
    {
      loses: "After a failed rotation and a refresh, a rollback to the version before rotates the secret.",
      find: "if (!isKept(pointer)) shown.put(fromPointer(pointer), changedMarker);",
      put: "shown.put(fromPointer(pointer), changedMarker);",
      tests: ["lifecycle/rotation.test.ts"],
    },
    {
      loses: "A rotation whose response was lost is repeated, because a request of the next update fails.",
      find: 'const unsure = outcome.how === "partly" ? union(outcome.unsure, acts) : [];',
      put: 'const unsure = outcome.how === "partly" ? union(outcome.unsure, []) : [];',
      tests: ["lifecycle/rotation.test.ts"],
    },
  ],
  keys: [
    {
      loses: "A key of an update that was refused stays at the application, and nobody knows it.",
      find: "if (!isLost) await deleteKeys(",
      put: "if (isLost) await deleteKeys(",
      tests: ["lifecycle/token-vault.test.ts"],
    },
  ],
  addons: [
    {
      loses:
        "A removal of an addon is lost after it has removed all addons: a rollback succeeds, and restores only the removed one.",
      find: "...changed, ...removed, ...missing].flatMap",
      put: "...changed, ...removed, ...missing.slice(0, 0)].flatMap",
      tests: ["lifecycle/client-addons.test.ts"],
    },
    {
      loses: "An addon without settings that another client has removed is no drift, and no run restores it.",
      find: "place?.countsIfEmpty !== true",
      put: "place?.countsIfEmpty !== null",
      tests: ["lifecycle/client-addons.test.ts"],
    },
    {
      loses: "The removal of an addon together with the last value of an object in another addon is refused.",
      find: "at.length > 1 && isEmptyObject(valueAt(draft.root, at))",
      put: "at.length > 9 && isEmptyObject(valueAt(draft.root, at))",
      tests: ["lifecycle/client-addons.test.ts"],
    },
    {
      loses: "Removing one addon wipes values that another client has put into the others.",
      find: "if (others.length === 0) return { first: {}, rest: staying }",
      put: "if (others.length >= 0) return { first: {}, rest: staying }",
      tests: ["lifecycle/coexistence-laws.test.ts"],
    },
  ],
  actions: [
    {
      loses: "A run deploys the draft that another client is working on.",
      find: 'if (status !== "built" || foreign.length > 0) return undefined',
      put: 'if (status !== "built") return undefined',
      tests: ["lifecycle/foreign-drafts.test.ts"],
    },
    {
      loses: "A changed action is not deployed.",
      find: 'if (own(now, "all_changes_deployed") === true) return',
      put: 'if (own(now, "all_changes_deployed") !== undefined) return',
      tests: ["lifecycle/action.test.ts"],
    },
    {
      loses: "A run publishes the draft of a module on which another client is working.",
      find: 'if (foreign.length > 0) throw changedMeanwhile({ label: label(args), verb: "publish" }, foreign);',
      put: "",
      tests: ["lifecycle/action-module.test.ts"],
    },
    {
      loses: "Secrets of a module are taken for another client's if the read after their write fails.",
      find: "let unsure = untimed;",
      put: "let unsure = untimed.slice(0, 0);",
      tests: ["lifecycle/action-module.test.ts"],
    },
  ],
  "undocumented members": [
    {
      loses: "A member that this version does not know is not created in an object that the program declares.",
      find: "addUndocumented(inside, whole, value);",
      put: "if (inside.typed.size === 0) addUndocumented(inside, whole, value);",
      tests: ["lifecycle/undocumented.test.ts"],
    },
    {
      loses: "An update of an unknown member empties the known object around it.",
      find: "own(body, holder) ?? new ObjectUpdate([holder, object], update).value();",
      put: "own(body, holder) ?? (update.isFilledIn?.([], null, {}) ? null : undefined);",
      tests: ["lifecycle/undocumented.test.ts"],
    },
    {
      loses: "An unknown member that leaves the program takes the known object with it, whoever has set the object.",
      find: 'const min = isMadeByIt(path[1] ?? "") ? 2 : 2 + depthOf(path);',
      put: 'const min = isMadeByIt(path[1] ?? "") ? 2 : 2 + Math.min(0, depthOf(path));',
      tests: ["lifecycle/undocumented.test.ts"],
    },
    {
      loses:
        "A known member of a known object passes under its name in the API, and two properties fight about one value.",
      find: "return refusalsBelow(inside, value, path, [...names, typed ?? key]);",
      put: "return refusalsBelow(inside, {}, path, [...names, typed ?? key]);",
      tests: ["lifecycle/undocumented.test.ts"],
    },
    {
      loses: "A property that only the newer routes of a link have goes to the older ones, which refuse it.",
      find: "[...furtherProperties, undocumented].some(isDeclared)",
      put: "[...furtherProperties].some(isDeclared)",
      tests: ["lifecycle/organization-connection.test.ts"],
    },
  ],
  "undeclared secrets": [
    {
      loses: "With a new address alone, the service sends another team's secret there.",
      find: "addressesIn(place, plan, write).filter(({ changes }) => changes(now))",
      put: "addressesIn(place, plan, write).filter(({ changes, path }) => path.length > 2 && changes(now))",
      tests: ["lifecycle/undeclared-secrets.test.ts"],
    },
    {
      loses:
        "A declared secret does not go along with a new address, so that the one that another client has set goes there.",
      find: "return { ...plan, changed: [...plan.changed, ...others] }",
      put: "return { ...plan, changed: [...plan.changed, ...others.filter(({ value }) => value === null)] }",
      tests: ["lifecycle/undeclared-secrets.test.ts"],
    },
    {
      loses: "A change of a port wipes a password that the API never returns.",
      find: 'isStaying(path) && (cause === "anyWrite" || !isKnown(path))',
      put: 'isStaying(path) && (cause === "anyWrite" || isKnown(path))',
      tests: ["lifecycle/undeclared-secrets.test.ts"],
    },
    {
      loses: "A secret that leaves a sink goes to the new address, if the sink keeps what an update omits.",
      find: "if (kept.length > 0) throw new UserError(keptInWords",
      put: "if (kept.length > leaving.length) throw new UserError(keptInWords",
      tests: ["lifecycle/undeclared-secrets.test.ts"],
    },
  ],
  "client authentication": [
    {
      loses: "An application is left with expired credentials only.",
      find: "if (isLeft || !all.some(",
      put: "if (isLeft || all.length > 0 || !all.some(",
      tests: ["model/client-authentication.test.ts", "lifecycle/client-authentication.test.ts"],
    },
    {
      loses: "New credentials are not put into use, and the deleted old ones were.",
      find: "if (goal.method && (application.method !== goal.method || !sameSet(attached, wanted)))",
      put: "if (goal.method && application.method !== goal.method)",
      tests: ["lifecycle/client-authentication.test.ts"],
    },
    {
      loses: "A key that was replaced under its own id stays in force, and the run reports that its successor is.",
      find: '...kidProblems(one, known).map((says) => ({ path: [...path, "kid"], says })),',
      put: "",
      tests: ["lifecycle/hidden-elements.test.ts"],
    },
    {
      loses: "A key keeps another algorithm than the declared one, and the run reports success.",
      find: "for (const one of declared) refuseOtherwise(one, atTenant(one), subject);",
      put: "",
      tests: ["lifecycle/hidden-elements.test.ts"],
    },
    {
      loses: "A key of another team is put into use under the declared id, and nobody is told.",
      find: "if (found === undefined || kidIn(declared) === keyOfPem(declared.pem)) return;",
      put: "if (found === undefined || kidIn(declared) !== undefined) return;",
      tests: ["lifecycle/hidden-elements.test.ts"],
    },
  ],
  safeguards: [
    {
      loses:
        "A new address to which the data of users can be sent is nothing that matters for security, and nobody has decided so.",
      find: 'safeguard: "Addons send assertions and tokens of users to the addresses in them.",\n',
      put: "",
      tests: ["unit/definitions/harmless.test.ts"],
    },
    {
      loses: "A network ACL that is switched off is nothing that matters for security.",
      find: '        safeguard: "If false, the rule has no effect.",\n',
      put: "",
      tests: ["unit/definitions/safeguards.test.ts"],
    },
    {
      loses: "The documentation warns of scripts on the login page, and an import and a comparison do not.",
      find: 'safeguard: "Scripts on the login page see what users type.",\n        item: {',
      put: "item: {",
      tests: ["unit/definitions/safeguards.test.ts"],
    },
    {
      loses: "A new rule can judge a property that nobody has marked.",
      find: "if (!this.#names.some((one) => isWithin(path, one))) throw unnamed(type, path)",
      put: 'if (!this.#names.some((one) => isWithin(path, one)) && path === "") throw unnamed(type, path)',
      tests: ["unit/definitions/safeguards.test.ts"],
    },
    {
      loses:
        "An import claims an empty list of clients, and the next run disables the connection for the clients of other stacks.",
      find: "return sharedFields.includes(field) && (",
      put: 'return field.kind !== "set" && sharedFields.includes(field) && (',
      tests: ["unit/import/fresh.test.ts"],
    },
    {
      loses: "An import declares values that follow from others, so that a change of the others contradicts them.",
      find: "if (this.#rules.isConsequence?.(path, value, this.#live)) return false",
      put: "if (this.#rules.isConsequence?.(path, value, this.#live) && value === null) return false",
      tests: ["unit/import/fresh.test.ts"],
    },
  ],
  "rights of users": [
    {
      loses: "A scope with a space is read back as a scope of another API.",
      find: 'name.replaceAll("%", "%25").replaceAll(" ", "%20")',
      put: "name",
      tests: ["model/grouped.test.ts"],
    },
    {
      loses: "A role that was deleted at the tenant cannot be removed from the program.",
      find: "const there = isRemoval ? await orAbsent",
      put: "const there = isRemoval && leaving.length > 1 ? await orAbsent",
      tests: ["lifecycle/user-rights.test.ts"],
    },
    {
      loses: "A permission of a user is not given again after its scope was replaced in the same run.",
      find: "=> groupedElement(api, scope)",
      put: "=> scope",
      tests: ["lifecycle/user-rights.test.ts"],
    },
    {
      loses: "A program gets the permissions of a user as texts, and not by API.",
      find: "Array.isArray(value) ? form.valueOf(value as readonly string[]) : value",
      put: "value",
      tests: ["unit/sdk/grouped.test.ts"],
    },
    {
      loses: "An application whose use changes leaves the organization meanwhile.",
      find: "before.has(idOf(member)) ? [[idOf(member), member]] : []",
      put: "before.has(member) ? [[idOf(member), member]] : []",
      tests: ["lifecycle/organization-parts.test.ts"],
    },
    {
      loses: "An application that the program declares without its use differs from the tenant's after each run.",
      find: "{ ...defaultsIn(field.fields), ...canonical(field.fields, object, undefined) }",
      put: "canonical(field.fields, object, undefined)",
      tests: ["lifecycle/organization-parts.test.ts"],
    },
    {
      loses: "A change of a member that another client has removed is refused in every run.",
      find: "const isGone = sent.error?.isAbsence && add.length > 0 && remove.length > 0;",
      put: "const isGone = false;",
      tests: ["lifecycle/organization-parts.test.ts"],
    },
    {
      loses: "A new directory configuration lacks the declared groups.",
      find: "if (own(args, property) === undefined) return found;",
      put: "if (own(found.live, property) === undefined) return found;",
      tests: ["lifecycle/connection-provisioning.test.ts"],
    },
    {
      loses: "An empty map that is all of a set is said to leave the members of others.",
      find: "isCollection(field) || !isEmptyObject(value)",
      put: "!isEmptyObject(value)",
      tests: ["model/after-write.test.ts"],
    },
  ],
  compare: [
    {
      loses: "A comparison ends while the CLI still reads the other side, because one side could not be read.",
      find: "await Promise.allSettled(all);",
      put: "void Promise.allSettled(all);",
      tests: ["unit/commands/pulumi.test.ts"],
    },
    {
      loses:
        "A replacement for the names of a product makes a right to delete the same as a right to read, without a word.",
      find: "one && other && safeguard !== undefined ? this.#replacedIn(",
      put: "one && other && safeguard === undefined ? this.#replacedIn(",
      tests: ["unit/compare/compare.test.ts", "unit/compare/safeguards.test.ts"],
    },
    {
      loses: "A replacement of a host hides that the callbacks of the other tenant have a wildcard.",
      find: "return one === other ? renamed : text;",
      put: "return one !== undefined || other ? renamed : text;",
      tests: ["unit/compare/compare.test.ts"],
    },
    {
      loses: "A comparison of two tenants shows each application of an organization as another one.",
      find: "isCollection(field) && field.exclusive ? [[",
      put: 'field.kind === "set" && field.exclusive ? [[',
      tests: ["unit/compare/laws.test.ts"],
    },
    {
      loses: "A pattern of mayDiffer hides a weaker callback.",
      find: "isSafeguard ? property === path :",
      put: "isSafeguard && property ? isProperty?.(path) === true :",
      tests: ["unit/compare/compare.test.ts"],
    },
    {
      loses: "--learn learns a replacement from a safeguard, which hides the weakening for good.",
      find: "!secret && safeguard === undefined && !isTrusted(type, path)",
      put: '!secret && safeguard !== "" && !isTrusted(type, path)',
      tests: ["unit/compare/compare.test.ts"],
    },
    {
      loses: "--learn accepts for good that a property which matters for security differs.",
      find: "if (safeguard !== undefined || secret ||",
      put: "if ((safeguard !== undefined && was === undefined) || secret ||",
      tests: ["unit/compare/safeguards.test.ts"],
    },
    {
      loses: "What stands inside a property that matters for security does not count as such.",
      find: "const marked = above.findLast((one) => one?.safeguard !== undefined);",
      put: "const marked = above.slice(1).findLast((one) => one?.safeguard !== undefined);",
      tests: ["unit/compare/safeguards.test.ts"],
    },
    {
      loses: "--learn makes two objects of one tenant the counterparts of one object of the other.",
      find: "!endsOf(pair).some((end) => ends.has(end))",
      put: "!endsOf(pair).every((end) => ends.has(end))",
      tests: ["unit/compare/compare.test.ts"],
    },
    {
      loses: "--learn proposes a replacement that undoes another one, so that objects lose their counterparts.",
      find: "explainedBy(all, settled)?.size === settled.length",
      put: "explainedBy(all, settled) !== undefined",
      tests: ["unit/compare/compare.test.ts"],
    },
    {
      loses: "--learn pairs an API with another one by their URLs, and a wrong grant is no difference any more.",
      find: "isName: isName && !isUrl(from) && !isUrl(to)",
      put: "isName",
      tests: ["unit/compare/compare.test.ts"],
    },
    {
      loses: "--learn takes the grants of an API as evidence that the API has another name.",
      find: "keyProperties(type).some(([name, field]) => field.required && targetOf",
      put: "keyProperties(type).every(([name, field]) => field.required && targetOf",
      tests: ["unit/compare/compare.test.ts"],
    },
    {
      loses: "Equal secrets of databases are reported as different, because the service encrypts each anew.",
      find: 'field.reads?.how === "never" || place.reads?.how === "never"',
      put: 'field.reads?.how === "never"',
      tests: ["unit/compare/compare.test.ts"],
    },
    {
      loses: "A report shows the secrets in the scripts of databases.",
      find: "if (!holds(rest)) return rest",
      put: 'if (!holds(rest) || name === "login") return rest',
      tests: ["unit/compare/masks.test.ts"],
    },
    {
      loses: "Objects that could not be read are reported as missing.",
      find: "if (other.unread.has(object.type)) return",
      put: "if (other.unread.has(object.type) && on === 0) return",
      tests: ["unit/compare/compare.test.ts"],
    },
    {
      loses: "A type that is not compared is not named.",
      find: "return why === undefined || !types.includes(type)",
      put: "return why === undefined || types.includes(type)",
      tests: ["unit/compare/read.test.ts"],
    },
  ],
  package: [
    {
      loses: "The package lacks a declaration, so a misspelt strategy or trigger compiles.",
      find: 'if (fileName.startsWith("."))',
      put: 'if (fileName.startsWith("./"))',
      tests: ["contract/package-types.test.ts"],
    },
  ],
  "values of others": [
    {
      loses: "An ignored value that an update has returned is set back by the next run.",
      find: "if (value !== undefined) draft.put(path, value);",
      put: "if (value === undefined) draft.put(path, null);",
      tests: ["lifecycle/patience-laws.test.ts"],
    },
    {
      loses: "An update that sends all of an object because of its secret sets ignored values back.",
      find: "const isSent = isWhole && (isHidden(leaf) || !isIgnored(this.#inputs, leaf.path));",
      put: "const isSent = isWhole && (isHidden(leaf) || this.#inputs !== undefined || !isIgnored({}, leaf.path));",
      tests: ["lifecycle/unseen-edits.test.ts"],
    },
    {
      loses:
        "A change of an outside service sends the state's value in place of another client's, whose changes are ignored.",
      find: "sentWithName(changes, withIgnored(inputs, live, inputs), live)",
      put: "sentWithName(changes, withIgnored(inputs, inputs, inputs), live)",
      tests: ["lifecycle/phone.test.ts"],
    },
    {
      loses:
        "A run refuses the hash of an ignored secret, and the marker of an ignored value that another client has changed.",
      find: "const paths = isNew || ignored === undefined ? [] : ignoredPaths({ [ignoredKey]: ignored });",
      put: "const paths = isNew || ignored !== null ? [] : ignoredPaths({ [ignoredKey]: ignored });",
      tests: ["lifecycle/indifference-laws.test.ts"],
    },
    {
      loses: "One ignored value keeps its whole property from being sent.",
      find: "covers(ignored, path) || covers(path, ignored)",
      put: "covers(ignored.slice(0, 1), path) || covers(path, ignored)",
      tests: ["lifecycle/undeclared-secrets.test.ts", "lifecycle/activation-laws.test.ts"],
    },
    {
      loses: "An update of an addon sets the other values of the addon back.",
      find: "if (isSent) putDeclared(draft, place, value);",
      put: "if (isSent || declared.length > 0) putDeclared(draft, place, value);",
      tests: ["lifecycle/patience-laws.test.ts"],
    },
    {
      loses: "An update that adds and removes members of a limited set sets the values of the others back.",
      find: "const isMissing = (member: string) => isListed && !byId.has(idOf(member));",
      put: "const isMissing = (member: string) => isListed && !has.has(member);",
      tests: ["lifecycle/unseen-edits.test.ts"],
    },
    {
      loses: "A changed member of an object in the metadata of a user deletes the members of other clients beside it.",
      find: "(field.merges !== true || field.values === undefined)",
      put: "field.merges !== true",
      tests: ["lifecycle/user.test.ts"],
    },
    {
      loses: "A switch puts a text of another client into force, after an adoption that never reached the tenant.",
      find: "= [ofOthers, ...lostMarks]",
      put: "= [ofOthers, ofLostWrite]",
      tests: ["lifecycle/lost-adoptions.test.ts"],
    },
    {
      loses: "A destroy resets the settings of another client after an adoption that never reached the tenant.",
      find: 'outcome.how === "partly" ? foundBefore(write, outcome)',
      put: 'outcome.how === "partly" && outcome.isNew ? foundBefore(write, outcome)',
      tests: ["lifecycle/lost-adoptions.test.ts"],
    },
    {
      loses:
        "A destroy deletes an object with the secrets of another client after an adoption that never reached the tenant.",
      find: "paths.some(isReplaced) ? [] : paths",
      put: "paths.some(isReplaced) ? paths : []",
      tests: ["lifecycle/lost-adoptions.test.ts"],
    },
    {
      loses: "A destroy leaves settings that this stack has made, as a response was lost.",
      find: "if (hash === beforeLostWrite) return isOther ? []",
      put: "if (hash === beforeLostWrite) return isOther && path.length > 9 ? []",
      tests: ["lifecycle/lost-adoptions.test.ts"],
    },
    {
      loses: "A dropped property clears another client's value, after an update that never reached the tenant.",
      find: "liesIn([...before, ...sent], path)",
      put: "liesIn([...before, ...sent].slice(99), path)",
      tests: ["lifecycle/lost-updates.test.ts"],
    },
    {
      loses: "A refresh takes a value from before a lost update for this stack's.",
      find: "return isOther && valueAt(now, path) !== undefined ? [[pointer, beforeLostWrite] as const] : []",
      put: "return isOther && valueAt(now, path) === undefined ? [[pointer, beforeLostWrite] as const] : []",
      tests: ["lifecycle/lost-updates.test.ts"],
    },
    {
      loses: "A value that the program marks as secret stands in clear in the state after a lost update.",
      find: "[lastValues, inputs].flatMap((props)",
      put: "[lastValues].flatMap((props)",
      tests: ["lifecycle/lost-updates.test.ts"],
    },
    {
      loses: "A second lost update takes another client's value for this stack's.",
      find: 'const isUnsure = outcome.how === "lost" ||',
      put: 'const isUnsure = outcome.how === "done" ||',
      tests: ["lifecycle/lost-updates.test.ts"],
    },
    {
      loses: "A destroy with resetOnDestroy resets a setting that another team has set since.",
      find: "const foreign = wholeReset || isTrial ? [] : [...all.changed, ...all.removed].filter(isForeign)",
      put: "const foreign = wholeReset || isTrial ? [] : [...all.changed, ...all.removed].filter((one) => isForeign(one) && one.path.length > 9)",
      tests: ["lifecycle/resets.test.ts"],
    },
    {
      loses: "A property that leaves the program takes along a value that another team has set since.",
      find: "const kept = plan.removed.filter((removal) => isChangedSince(removal, known, live));",
      put: "const kept = plan.removed.filter((one) => one.path.length > 9 && isChangedSince(one, known, live));",
      tests: ["lifecycle/resets.test.ts"],
    },
    {
      loses: "A rotation of an application's keys deletes the key that another administrator has added since.",
      find: "const theirs = kids.filter((kid) => !declared.includes(kid));",
      put: "const theirs = kids.filter((kid) => declared.includes(kid));",
      tests: ["lifecycle/token-vault.test.ts"],
    },
    {
      loses:
        "A property that leaves the program after a lost update takes along a value that another team has set since.",
      find: "return hashes[pointer]?.includes(hashOfSent(key, field, value, place)) === false;",
      put: "return hashes[pointer]?.includes(hashOfSent(key, field, value, place)) === undefined;",
      tests: ["lifecycle/lost-updates.test.ts"],
    },
    {
      loses: "A value that a lost update has set counts as another client's and stays.",
      find: "...(sent === undefined ? [] : [sent])",
      put: "...(sent === undefined ? [] : [key])",
      tests: ["lifecycle/lost-updates.test.ts"],
    },
    {
      loses: "After two lost updates, the value of the first one counts as another client's and stays.",
      find: "before.unsure.includes(pointer) ? before.sentValues?.hashes[pointer] : []",
      put: "before.unsure.includes(pointer) ? before.sentValues && [] : []",
      tests: ["lifecycle/lost-updates.test.ts"],
    },
    {
      loses: "After a half-way change, a run warns of scopes of others, although the tenant has none.",
      find: 'same(field, now, undefined, rules)) return false;\n  if (clear?.how === "default" && same(',
      put: 'path.length > 9) return false;\n  if (clear?.how === "default" && path.length > 9 && same(',
      tests: ["lifecycle/client-grant.test.ts"],
    },
    {
      loses: "The reset of a part of an e-mail provider deletes the credentials of another stack.",
      find: "...(hiddenIn?.(live) ?? [])].filter((path) => !isDeclared(path))",
      put: "...(hiddenIn?.(live).slice(9) ?? [])].filter((path) => !isDeclared(path))",
      tests: ["lifecycle/resets.test.ts"],
    },
    {
      loses: "A default text of the service, which nobody saved, is adopted and written back as the tenant's own.",
      find: 'return isObject(row) && own(row, "id") !== undefined ? row : {};',
      put: "return isObject(row) ? row : {};",
      tests: ["lifecycle/phone.test.ts"],
    },
    {
      loses: "An update of a phone provider sends no token, and the service may remove the tenant's.",
      find: "const isSent = isObject(changed) || (isSentAlways &&",
      put: "const isSent = isObject(changed) || (!isSentAlways &&",
      tests: ["lifecycle/phone.test.ts"],
    },
    {
      loses: "A new text of a phone message removes the sender that another team has set.",
      find: "Object.entries(live).filter(([name]) => parts.includes(name))",
      put: "Object.entries(live).filter(([name]) => parts.includes(name) && name.length > 9)",
      tests: ["lifecycle/phone.test.ts"],
    },
    {
      loses: "A tenant that refuses a part names no resource that has it instead.",
      find: 'meaningOf(failure) === "feature" ? ifUnavailable',
      put: 'meaningOf(failure) === "limit" ? ifUnavailable',
      tests: ["lifecycle/factor-settings.test.ts"],
    },
    {
      loses: "A reset deletes a theme with the colors of another team.",
      find: "(leaf) => !leaf.field.forceNew && !isInitial(leaf, live)",
      put: "(leaf) => leaf.path.length > 9 && !leaf.field.forceNew && !isInitial(leaf, live)",
      tests: ["lifecycle/resets.test.ts"],
    },
    {
      loses: "A replacement with deleteBeforeReplace switches protection off before it sets it again.",
      find: "if (facts.isReset && facts.isDeclared) return",
      put: "if (!facts.isReset && facts.isDeclared) return",
      tests: ["model/decide-deletion.test.ts"],
    },
    {
      loses: "The same, as the deletion never asks whether the program declares the object.",
      find: "isDeclared: leaving?.key !== undefined && program.claims.namesOf(leaving.key).length > 0",
      put: 'isDeclared: leaving?.key === "" && program.claims.namesOf(leaving.key).length > 0',
      tests: ["lifecycle/resets.test.ts"],
    },
    {
      loses: "An object of which nobody knows who made it is deleted.",
      find: 'if (where.is === "different") return',
      put: 'if (where.is === "different" && facts.isLikely) return',
      tests: ["model/decide-deletion.test.ts"],
    },
    {
      loses: "A property that leaves the program in a replacement with deleteBeforeReplace stays at the tenant.",
      find: "program.replacements.noteKept(type, { id, outputs });",
      put: 'program.replacements.noteKept(type, { id: "", outputs: {} });',
      tests: ["lifecycle/resets.test.ts"],
    },
    {
      loses: "One wrongly empty response makes an update delete the members of other teams.",
      find: "if (differing.length === 0) return seen;",
      put: "return seen;",
      tests: ["lifecycle/undeclared-members.test.ts"],
    },
    {
      loses: "TENANT_ADOPT takes over the network rule of another team and rewrites it.",
      find: 'if (!type.hasArbitraryKey || own(args, "adopt") === true) return undefined;',
      put: 'if (!type.hasArbitraryKey || own(args, "adopt") !== false) return undefined;',
      tests: ["lifecycle/arbitrary-keys.test.ts"],
    },
    {
      loses:
        "A secret of another client goes to a new address, because the program declares an old one and ignores its changes.",
      find: "plan.declared.filter((leaf) => !isOld(leaf)) });",
      put: "plan.declared.filter((leaf) => leaf.path.length < 9 || !isOld(leaf)) });",
      tests: ["lifecycle/undeclared-secrets.test.ts"],
    },
    {
      loses: "An update of one secret puts back another one that was rotated since.",
      find: "overwrite: staying.filter(",
      put: "overwrite: staying.slice(9).filter(",
      tests: ["lifecycle/write-only-values.test.ts"],
    },
    {
      loses: "A secret that leaves the program takes along the value that another team has given it since.",
      find: "remove: leaving.filter(",
      put: "remove: leaving.slice(9).filter(",
      tests: ["lifecycle/write-only-values.test.ts"],
    },
    {
      loses: "A rollback deletes another client's secret, after an update that never reached the tenant.",
      find: "...marksOf(hintedBefore(write, outcome), beforeLostWrite),",
      put: "",
      tests: ["lifecycle/write-only-values.test.ts"],
    },
    {
      loses: "A rollback is refused for ever, after an update of exclusive secrets whose response was lost.",
      find: "members?.map((member) => member.pointer) ?? [pointer]",
      put: "members?.map(() => pointer) ?? [pointer]",
      tests: ["lifecycle/write-only-values.test.ts"],
    },
    {
      loses: "A rollback is refused while another client's secrets stand beside one that never reached the tenant.",
      find: "isSecret(leaf) && isThere(leaf)",
      put: "isSecret(leaf) && (isThere(leaf) || true)",
      tests: ["lifecycle/write-only-values.test.ts"],
    },
    {
      loses: "With a custom domain, identity providers get another SCIM address than the tenant's own.",
      find: "function withEndpoint({ host, ownDomain = host }: Service",
      put: "function withEndpoint({ host: ownDomain }: Service",
      tests: ["lifecycle/own-domain.test.ts"],
    },
    {
      loses: "A review says that the default domain stays, and the run resets it.",
      find: "ownDomainIn(managementApiOf?.(host)) ?? host",
      put: "host",
      tests: ["unit/review/outcomes.test.ts"],
    },
    {
      loses:
        "Turning the discovery of a domain on sends logins to an organization that another client has verified for it.",
      find: 'activates: [{ on: true, content: ["status"] }],',
      put: "",
      tests: ["lifecycle/activation-laws.test.ts"],
    },
    {
      loses: "Two providers of one tenant overwrite each other's settings in every run.",
      find: "(theirs?.digest ?? digest) === digest ? [] : [path,",
      put: "(theirs?.digest ?? digest) !== path ? [] : [path,",
      tests: ["lifecycle/rivals.test.ts"],
    },
    {
      loses: "Two providers of one tenant overwrite a lifetime that one declares in hours and the other in minutes.",
      find: "const place = [...path.slice(0, -1), sameAs.property];",
      put: 'const place = [...path.slice(0, -1), sameAs.property, path.at(-1) ?? ""];',
      tests: ["lifecycle/rivals.test.ts"],
    },
    {
      loses: "Two providers of one tenant overwrite a plain background and a gradient with each other.",
      find: 'sameAs: { property: "pageBackground" },',
      put: "",
      tests: ["lifecycle/rivals.test.ts"],
    },
    {
      loses: "A resource whose program still says adopt cannot be replaced: the run finds the object that it replaces.",
      find: "return sharesNames(type, args) && program.replacements",
      put: "return !sharesNames(type, args) && program.replacements",
      tests: ["lifecycle/replacement-laws.test.ts"],
    },
    {
      loses: "No run can rename one of ten keys of metadata: the service counts the null of the removed key, too.",
      find: "Object.keys(value).length <= max) return [];",
      put: "Object.keys(value).length > 0) return [];",
      tests: ["lifecycle/crowded-documents.test.ts"],
    },
    {
      loses: "A run that gives an alias of one application to another fails without a way out.",
      find: 'uniqueElements: ["clientAliases"],',
      put: "",
      tests: ["lifecycle/client-complaints.test.ts"],
    },
    {
      loses: "A list with legacy grant types of an old tenant fails in the run, and no preview has warned.",
      find: "filter((type) => type.startsWith(legacyGrants))",
      put: "filter((type) => type === legacyGrants)",
      tests: ["lifecycle/client-complaints.test.ts"],
    },
    {
      loses: "Refresh tokens that rotate and never expire pass without a warning.",
      find: 'declared("expirationType") !== "non-expiring"',
      put: 'declared("expirationType") !== "never"',
      tests: ["lifecycle/client-complaints.test.ts"],
    },
    {
      loses: "The emulator gives users without a password the ids of a database.",
      find: 'passwordless.includes(strategy) ? strategy : "auth0"',
      put: 'passwordless.includes(strategy) ? "auth0" : "auth0"',
      tests: ["unit/emulator/users.test.ts"],
    },
  ],
};
