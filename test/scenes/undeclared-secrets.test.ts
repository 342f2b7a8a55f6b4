import { expect, test } from "vitest";
import { random, withWorld } from "../e2e/world.ts";

/** Secrets that another team has set at the tenant. */
const world = withWorld();

const stream = (sink: object, args: object = {}) =>
  ({ kind: "LogStream", args: { name: "Audit", type: "http", sink, ...args } }) as const;
const mails = (credentials: object) => ({ kind: "EmailProvider", args: { name: "smtp", credentials } }) as const;
const [one, two] = ["https://one.example.com/", "https://two.example.com/"] as const;

test("a new address without the secrets is refused by name; with the declared secrets, both are sent to it", async () => {
  const { tenant, up, stack, refused, settled } = world();
  const server = { smtp_host: "mail.example.com", smtp_port: 25 };
  await up({ audit: stream({ httpEndpoint: one }), mails: mails(server) });
  const [theirs, password] = [random(), random()];
  const [{ id = "" } = {}] = tenant.logStreams.list();
  tenant.logStreams.update(String(id), { sink: { httpEndpoint: one, httpAuthorization: theirs } });
  tenant.settings.update("emails/provider", { credentials: { ...server, smtp_user: "tenant", smtp_pass: password } });

  const moved = { ...server, smtp_port: 587 };
  await stack.declare({ audit: stream({ httpEndpoint: two }), mails: mails(moved) });
  const said = await refused(["up", "--yes", "--skip-preview", "--continue-on-error"]);
  expect(said).toMatch(
    /sink\.httpEndpoint would change, and the service would send sink\.httpAuthorization to the new address/,
  );
  expect(said).toMatch(/an update of credentials replaces all of it, so credentials\.smtp_pass would be lost/);
  expect(said).not.toContain(theirs);
  expect(tenant.logStreams.get(String(id))).toMatchObject({ sink: { httpEndpoint: one, httpAuthorization: theirs } });
  expect(tenant.export().settings).toContainEqual(
    expect.objectContaining({ credentials: { ...server, smtp_user: "tenant", smtp_pass: password } }),
  );

  const ours = { httpEndpoint: two, httpAuthorization: random() };
  await up({ audit: stream(ours), mails: mails({ ...moved, smtp_user: "tenant", smtp_pass: password }) });
  expect(tenant.logStreams.get(String(id))).toMatchObject({ sink: ours });
  await settled();
});

test("the preview of an adoption foresees the refusal", async () => {
  const { tenant, stack } = world();
  tenant.logStreams.create({ name: "Theirs", type: "http", sink: { httpEndpoint: one, httpAuthorization: random() } });
  await stack.declare({ theirs: stream({ httpEndpoint: two }, { name: "Theirs", adopt: true }) });
  const { stdout } = await stack.run(["preview"]);
  expect(stdout).toMatch(/`pulumi up` will fail: log stream "Theirs" is not changed: sink\.httpEndpoint would change/);
});

test("an update of one secret does not revert another one rotated by hand before a refresh has shown the rotation", async () => {
  const { tenant, up, stack, refused, settled } = world();
  const [declared, rotated, other] = [random(), random(), random()];
  const action = (secrets: object) => {
    const supportedTriggers = [{ id: "post-login", version: "v3" }];
    return { kind: "Action", args: { name: "Enrich", supportedTriggers, code: "// one", secrets } } as const;
  };
  await up({ enrich: action({ KEY: declared, OTHER: "one" }) });
  const [{ id = "" } = {}] = tenant.actions.list();
  const theirs = [
    { name: "KEY", value: rotated },
    { name: "OTHER", value: "one" },
  ];
  tenant.actions.update(String(id), { secrets: theirs });
  tenant.actions.deploy(String(id));

  await stack.declare({ enrich: action({ KEY: declared, OTHER: other }) });
  expect(await refused(["up", "--yes", "--skip-preview"])).toMatch(
    /the update would overwrite secrets\.KEY, which another client may have changed .* Run `pulumi up --refresh`/,
  );
  expect(tenant.export().actions).toMatchObject([{ secrets: theirs }]);
  await stack.run(["up", "--yes", "--skip-preview", "--refresh"]);
  expect(tenant.export().actions).toMatchObject([
    {
      secrets: [
        { name: "KEY", value: declared },
        { name: "OTHER", value: other },
      ],
    },
  ]);
  await settled();
});
