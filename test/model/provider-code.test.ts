import { expect, test } from "vitest";
import { providerCode, providerCodes } from "../../provider/src/schema/provider-code.ts";
import { knownProviderCodes, typeNames } from "../../provider/src/types/registry.ts";

// States hold these texts: a line may be added here, and none may change.
const texts = [
  'let m="pulumi-tenant",r=require;try{m=r.resolve(m+"/host",{paths:["",...module.paths.map(p=>p+"/.pnpm")]})}catch{throw Error("package.json needs "+m)}exports.handler=()=>r(m).connection',
  'exports.handler = () => require("pulumi-tenant/host").connection',
];

test("the provider code is a constant text, which never changes", () => {
  expect(providerCodes("connection")).toEqual(texts);
  expect([false, true].map((isNear) => providerCode("connection", isNear))).toEqual(texts);
});

test("the provider code of every type is known, and shorter than 220 bytes", () => {
  expect([...knownProviderCodes]).toEqual(typeNames.flatMap((handler) => providerCodes(handler)));
  for (const text of knownProviderCodes) expect(Buffer.byteLength(text)).toBeLessThan(220);
});
