import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDomain } from "../../../provider/src/client/configuration.ts";
import { explicitKey, resolveSettings, SettingsError } from "../../../provider/src/client/index.ts";
import { randomSecret } from "../helpers/fake-service.ts";

type Values = Record<string, string | undefined>;
const resolve = (config: Values, env: Values = {}) => resolveSettings({ config: (key) => config[key], env });

function problems(config: Values, env: Values = {}): readonly string[] {
  try {
    resolve(config, env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  throw new Error("the settings were accepted");
}

describe("the rate budget", () => {
  const config = { domain: "tenant.example.com", token: "t" };

  it("is 0.8, or the value of the environment or of the configuration", () => {
    expect(resolve(config).rateBudget).toBe(0.8);
    expect(resolve({ ...config, rateBudget: "0.5" }).rateBudget).toBe(0.5);
    expect(resolve({ ...config, rateBudget: "0.5" }, { TENANT_RATE_BUDGET: " 1 " }).rateBudget).toBe(1);
    const explicit = { ...config, [explicitKey]: "true", rateBudget: ".25" };
    expect(resolve(explicit, { TENANT_RATE_BUDGET: "1" }).rateBudget).toBe(0.25);
  });

  it.each(["0", "0.0", "1.01", "-0.5", "80%", "1e-1", "NaN", "half"])("%s is refused", (rateBudget) => {
    expect(problems({ ...config, rateBudget })).toEqual([expect.stringMatching(/rateBudget.*above 0, and at most 1/)]);
    expect(problems(config, { TENANT_RATE_BUDGET: rateBudget })).toEqual([expect.stringMatching(/TENANT_RATE_BUDGET/)]);
  });
});

describe("the patience", () => {
  const config = { domain: "tenant.example.com", token: "t" };

  it("is a duration from the environment or the configuration, and unset otherwise", () => {
    expect(resolve(config).patienceMs).toBeUndefined();
    expect(resolve({ ...config, patience: "90s" }).patienceMs).toBe(90_000);
    expect(resolve({ ...config, patience: "90s" }, { TENANT_PATIENCE: "15m" }).patienceMs).toBe(900_000);
    expect(resolve({ ...config, patience: "6h" }).patienceMs).toBe(21_600_000);
  });

  it.each(["0s", "90", "7h", "1d", "-5m", "1.5m", "soon"])("%s is refused", (patience) => {
    expect(problems({ ...config, patience })).toEqual([expect.stringMatching(/patience.*from 1s to 6h/)]);
    expect(problems(config, { TENANT_PATIENCE: patience })).toEqual([expect.stringMatching(/TENANT_PATIENCE/)]);
  });
});

describe("domain", () => {
  it.each([
    ["tenant.example.com", "tenant.example.com", "https://tenant.example.com"],
    ["  Tenant.Example.COM. ", "tenant.example.com", "https://tenant.example.com"],
    ["https://tenant.example.com/", "tenant.example.com", "https://tenant.example.com"],
    ["HTTPS://tenant.example.com:443", "tenant.example.com", "https://tenant.example.com"],
    ["tenant.example.com:8443", "tenant.example.com:8443", "https://tenant.example.com:8443"],
    ["http://127.0.0.1:4010", "127.0.0.1:4010", "http://127.0.0.1:4010"],
    ["http://127.8.9.1", "127.8.9.1", "http://127.8.9.1"],
    ["http://localhost:80", "localhost", "http://localhost"],
    ["http://[::1]:4010", "[::1]:4010", "http://[::1]:4010"],
    ["bücher.example.com", "xn--bcher-kva.example.com", "https://xn--bcher-kva.example.com"],
  ])("%s is %s", (text, host, origin) => {
    const settings = resolve({ domain: text, token: "t" });
    expect(settings).toMatchObject({ host, origin, audience: `${origin}/api/v2/` });
  });

  it.each([
    ["http://tenant.example.com", /https.*loopback/],
    ["http://127.0.0.1.example.com", /loopback/],
    ["http://localhost.example.com", /loopback/],
    ["ftp://tenant.example.com", /https/],
    ["https://tenant.example.com/api/v2/", /path/],
    ["tenant.example.com?x=1", /query/],
    ["tenant.example.com#x", /path/],
    ["tenant.example.com\\x", /path/],
    ["tenant example.com", /white space/],
    ["tenant..example.com", /host name/],
    ["https://", /host name/],
    ["tenant.example.com:99999", /host name/],
    ["https:/tenant.example.com", /host name/],
  ])("%s is refused", (domain, message) => {
    expect(problems({ domain, token: "t" })).toEqual([expect.stringMatching(message)]);
  });

  it("an error about the domain never contains a password of it", () => {
    const password = randomSecret();
    const [problem] = problems({ domain: `https://admin:${password}@tenant.example.com`, token: "t" });
    expect(problem).toMatch(/user name or password/);
    expect(problem).not.toContain(password);
  });

  it("a canonical domain stays unchanged", () => {
    const origins = fc.webUrl({ withQueryParameters: false, authoritySettings: { withPort: true } }).map((url) => {
      const { protocol, host } = new URL(url);
      return protocol === "http:" ? host : `${protocol}//${host}`;
    });
    fc.assert(
      fc.property(
        fc.oneof(
          origins,
          fc.ipV4().map((ip) => `http://127${ip.slice(ip.indexOf("."))}:443`),
        ),
        (text) => {
          const once = parseDomain(text);
          expect(parseDomain(once.origin)).toEqual(once);
          expect(parseDomain(once.origin.toUpperCase())).toEqual(once);
        },
      ),
    );
  });
});

describe("the source of the settings", () => {
  const config = { domain: "a.example.com", clientId: "config-id", clientSecret: "config-secret" };

  it.each<[string, Values, Values, object]>([
    [
      "the stack configuration",
      config,
      {},
      { kind: "clientSecret", clientId: "config-id", clientSecret: "config-secret" },
    ],
    [
      "the environment as a set",
      config,
      { TENANT_CLIENT_ID: "env-id", TENANT_CLIENT_SECRET: "env-secret" },
      { kind: "clientSecret", clientId: "env-id", clientSecret: "env-secret" },
    ],
    [
      "the environment's secret with the configured client id",
      config,
      { TENANT_CLIENT_SECRET: "env-secret" },
      { clientId: "config-id", clientSecret: "env-secret" },
    ],
    [
      "the configuration, as a client id alone is not enough",
      config,
      { TENANT_CLIENT_ID: "env-id" },
      { clientId: "config-id", clientSecret: "config-secret" },
    ],
    ["the environment's token", config, { TENANT_TOKEN: "env-token" }, { kind: "token", token: "env-token" }],
    [
      "the configuration, as empty variables are absent",
      config,
      { TENANT_TOKEN: "", TENANT_CLIENT_SECRET: "  " },
      { clientSecret: "config-secret" },
    ],
    [
      "an explicit provider alone",
      { ...config, [explicitKey]: "true" },
      {
        TENANT_CLIENT_ID: "env-id",
        TENANT_CLIENT_SECRET: "env-secret",
        TENANT_DOMAIN: "b.example.com",
        TENANT_AUDIENCE: "urn:x",
      },
      { clientId: "config-id", clientSecret: "config-secret", source: "clientSecret of the explicit Provider" },
    ],
  ])("the credentials come from %s", (_name, values, env, expected) => {
    const settings = resolve(values, env);
    expect(settings.credentials).toMatchObject(expected);
    expect(settings.host).toBe("a.example.com");
    expect(settings.audience).toBe("https://a.example.com/api/v2/");
  });

  it("the domain and the audience are first taken from the environment", () => {
    const env = { TENANT_DOMAIN: "https://A.example.com/", TENANT_AUDIENCE: "urn:env" };
    expect(resolve({ ...config, audience: "urn:config" }, env)).toMatchObject({
      host: "a.example.com",
      audience: "urn:env",
    });
    expect(resolve({ token: "t" }, { TENANT_DOMAIN: "c.example.com" }).host).toBe("c.example.com");
  });

  it("an environment that names another tenant than the configuration is refused, with both names", () => {
    const [problem] = problems(config, { TENANT_DOMAIN: "b.example.com" });
    expect(problem).toContain("a.example.com");
    expect(problem).toContain("b.example.com");
    expect(problem).toContain("TENANT_DOMAIN");
  });

  it("the switches of a run are read from the environment, for an explicit provider too", () => {
    const env = { TENANT_ADOPT: "true", TENANT_LOG: "debug" };
    expect(resolve({ ...config, [explicitKey]: "true" }, env)).toMatchObject({ adopt: true, debug: true });
    expect(resolve(config, { TENANT_ADOPT: "false" })).toMatchObject({ adopt: false, debug: false });
    expect(problems(config, { TENANT_ADOPT: "yes" })).toEqual([expect.stringContaining("TENANT_ADOPT")]);
  });
});

describe("credentials of the environment for a domain that only the stack configuration names", () => {
  const config = { domain: "a.example.com", clientId: "config-id", clientSecret: "config-secret" };
  const secret = randomSecret();
  const ofEnvironment = { TENANT_CLIENT_ID: "env-id", TENANT_CLIENT_SECRET: secret };
  const strict = { TENANT_STRICT: "true" };

  it("are used with a warning that names both", () => {
    const { warnings } = resolve(config, ofEnvironment);
    expect(warnings).toEqual([expect.stringMatching(/TENANT_CLIENT_SECRET.*tenant:domain.*Set TENANT_DOMAIN/)]);
    expect(warnings.join()).not.toContain(secret);
    for (const env of [{ TENANT_TOKEN: "env-token" }, { ...ofEnvironment, TENANT_STRICT: "false" }]) {
      expect(resolve(config, env).warnings).toHaveLength(1);
    }
  });

  it("are refused with TENANT_STRICT=true", () => {
    expect(problems(config, { ...ofEnvironment, ...strict })).toEqual([
      expect.stringMatching(/TENANT_CLIENT_SECRET.*tenant:domain.*Set TENANT_DOMAIN.*TENANT_STRICT=true/),
    ]);
    expect(problems(config, { TENANT_TOKEN: "env-token", ...strict })).toHaveLength(1);
  });

  it.each<[string, Values, Values]>([
    ["the environment names the domain", {}, { ...ofEnvironment, TENANT_DOMAIN: "a.example.com" }],
    [
      "the environment and the configuration name the domain",
      config,
      { ...ofEnvironment, TENANT_DOMAIN: "a.example.com" },
    ],
  ])("are accepted without a warning if %s", (_name, values, env) => {
    expect(resolve(values, { ...env, ...strict })).toMatchObject({ host: "a.example.com", warnings: [] });
  });

  it("are no second problem if there is no domain at all", () => {
    expect(problems({}, { ...ofEnvironment, ...strict })).toEqual([expect.stringContaining("No domain")]);
    expect(problems(config, { TENANT_STRICT: "yes" })).toEqual([expect.stringContaining("TENANT_STRICT")]);
  });
});

// The attack: an attacker who writes a state puts a domain of their own, and the ciphertext of any secret, into a provider of it.
describe("with TENANT_STRICT=true, a domain that only a state or a stack configuration names", () => {
  const secret = randomSecret();
  const config = { domain: "planted.example.com", clientId: "planted-id", clientSecret: secret };
  const explicit = { ...config, [explicitKey]: "true" };
  const strict = { TENANT_STRICT: "true" };
  const own = { ...strict, TENANT_DOMAIN: "a.example.com", TENANT_CLIENT_ID: "env-id", TENANT_CLIENT_SECRET: "s" };
  const forbidden = expect.stringMatching(/domain of .* is not allowed by the environment.*TENANT_DOMAINS/);

  it.each<[string, Values, Values]>([
    ["an explicit provider's", explicit, own],
    ["an explicit provider's, if the environment has no domain", explicit, strict],
    [
      "an explicit provider's, which only begins like a listed domain",
      explicit,
      { ...own, TENANT_DOMAINS: "planted.example.co" },
    ],
    ["the default provider's, if the environment has no domain", config, strict],
    ["the default provider's, which is not in the list", config, { ...strict, TENANT_DOMAINS: "a.example.com" }],
    ["with another port", { ...explicit, domain: "a.example.com:8443" }, own],
    ["with another protocol", { ...explicit, domain: "http://127.0.0.1" }, { ...own, TENANT_DOMAINS: "127.0.0.1" }],
  ])("gets no credentials: %s", (_name, values, env) => {
    expect(problems(values, env)).toEqual([forbidden]);
  });

  it("is never in a message, as it can be the secret", () => {
    for (const domain of [secret, `${secret} ${secret}`, `https://${secret}/path`]) {
      const [problem = "", ...more] = problems({ ...explicit, domain }, own);
      expect(more).toEqual([]);
      expect(problem.toLowerCase()).not.toContain(secret.toLowerCase());
    }
  });

  it.each(["planted.example.com", " a.example.com , https://Planted.example.com/,", "planted.example.com:443"])(
    "gets its credentials if TENANT_DOMAINS lists it: %j",
    (TENANT_DOMAINS) => {
      for (const env of [strict, own]) {
        expect(resolve(explicit, { ...env, TENANT_DOMAINS })).toMatchObject({
          host: "planted.example.com",
          credentials: { clientId: "planted-id", clientSecret: secret },
        });
      }
      expect(resolve(config, { ...strict, TENANT_DOMAINS })).toMatchObject({ host: "planted.example.com" });
    },
  );

  it("gets no credentials of the environment, even if TENANT_DOMAINS lists it", () => {
    const env = { ...strict, TENANT_DOMAINS: "planted.example.com", TENANT_TOKEN: "t" };
    expect(problems(config, env)).toEqual([expect.stringMatching(/TENANT_TOKEN.*Set TENANT_DOMAIN/)]);
  });

  it("is refused if TENANT_DOMAINS is malformed, and the error names the list", () => {
    const env = { ...own, TENANT_DOMAINS: "planted.example.com, http://public.example.com" };
    expect(problems(explicit, env)).toEqual([expect.stringMatching(/TENANT_DOMAINS must be reached by https/)]);
  });

  it("is accepted without TENANT_STRICT", () => {
    expect(resolve(explicit, { ...own, TENANT_STRICT: "" })).toMatchObject({ credentials: { clientId: "planted-id" } });
  });
});

describe("with TENANT_STRICT=true, an explicit provider of the environment's own domain", () => {
  const explicit = { domain: "https://A.example.com/", clientId: "last-up", clientSecret: "s", [explicitKey]: "true" };
  const own = { TENANT_STRICT: "true", TENANT_DOMAIN: "a.example.com" };

  it("signs in with the environment's credentials: those of the state are from the last up", () => {
    const env = { ...own, TENANT_CLIENT_ID: "reader", TENANT_CLIENT_SECRET: "r" };
    expect(resolve(explicit, env).credentials).toMatchObject({ clientId: "reader", clientSecret: "r" });
    expect(resolve(explicit, { ...own, TENANT_TOKEN: "t" }).credentials).toMatchObject({ kind: "token", token: "t" });
    expect(resolve(explicit, { ...env, TENANT_STRICT: "" }).credentials).toMatchObject({ clientId: "last-up" });
  });

  it("signs in with its own credentials if the environment has none", () => {
    expect(resolve(explicit, own).credentials).toMatchObject({
      clientId: "last-up",
      source: "clientSecret of the explicit Provider",
    });
  });
});

describe("problems of the settings", () => {
  it("are reported all at once, with the ways to solve them", () => {
    const all = problems({}, { TENANT_DOMAIN: "http://public.example.com", TENANT_ADOPT: "1" });
    expect(all).toHaveLength(3);
    expect(all.join("\n")).toMatch(
      /TENANT_CLIENT_SECRET.*tenant:clientSecret.*TENANT_PRIVATE_KEY.*TENANT_TOKEN.*tenant:token/,
    );
    expect(problems({})).toHaveLength(2);
    expect(problems({ [explicitKey]: "true" }, { TENANT_DOMAIN: "a.example.com", TENANT_TOKEN: "t" })).toHaveLength(2);
  });

  it.each<[string, Values, Values, string]>([
    ["the secret", { clientId: "c" }, {}, "No client secret: set TENANT_CLIENT_SECRET or tenant:clientSecret."],
    ["the secret", {}, { TENANT_CLIENT_ID: "c" }, "No client secret: set TENANT_CLIENT_SECRET or tenant:clientSecret."],
    ["the key", { keyId: "k" }, {}, "No private key: set TENANT_PRIVATE_KEY or tenant:privateKey."],
    ["the client", { clientSecret: "s" }, {}, "No client id: set TENANT_CLIENT_ID or tenant:clientId."],
    [
      "the secret",
      { [explicitKey]: "true", clientId: "c" },
      {},
      "No client secret: the explicit Provider needs clientSecret.",
    ],
    [
      "the client",
      { [explicitKey]: "true", clientSecret: "s" },
      {},
      "No client id: the explicit Provider needs clientId.",
    ],
  ])("name the missing setting only: %s", (_name, config, env, problem) => {
    expect(problems({ domain: "a.example.com", ...config }, env)).toEqual([problem]);
  });

  it("name both places for a missing domain", () => {
    expect(problems({ token: "t" })).toEqual(["No domain: set TENANT_DOMAIN or tenant:domain."]);
    expect(problems({ [explicitKey]: "true", token: "t" })).toEqual(["No domain: the explicit Provider needs domain."]);
  });

  it("include several kinds of credentials in one place, without their values", () => {
    const [secret, token] = [randomSecret(), randomSecret()];
    const [problem] = problems({ domain: "a.example.com", clientId: "x", clientSecret: secret, token });
    expect(problem).toMatch(/tenant:clientSecret.*tenant:token/);
    expect(problem).not.toContain(secret);
    expect(problem).not.toContain(token);
  });

  it("include a secret without a client id", () => {
    expect(problems({ domain: "a.example.com" }, { TENANT_CLIENT_SECRET: "s" })).toEqual([
      expect.stringContaining("TENANT_CLIENT_ID"),
    ]);
  });

  it("have no stack trace", () => {
    expect(() => resolve({})).toThrow(expect.objectContaining({ stack: "" }));
  });
});

describe("a private key", () => {
  const pem = { format: "pem", type: "pkcs8" } as const;
  const publicKeyEncoding = { format: "pem", type: "spki" } as const;
  const keys = {
    RS256: generateKeyPairSync("rsa", { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding: pem }).privateKey,
    PS256: generateKeyPairSync("rsa-pss", { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding: pem })
      .privateKey,
    ES256: generateKeyPairSync("ec", { namedCurve: "P-256", publicKeyEncoding, privateKeyEncoding: pem }).privateKey,
  };

  it.each(Object.entries(keys))("of %s determines the algorithm", (algorithm, privateKey) => {
    const env = {
      TENANT_PRIVATE_KEY: privateKey.replaceAll("\n", "\\n"),
      TENANT_CLIENT_ID: "id",
      TENANT_KEY_ID: "kid-1",
    };
    const { credentials } = resolve({ domain: "a.example.com", keyId: "other" }, env);
    expect(credentials).toMatchObject({ kind: "privateKey", algorithm, keyId: "kid-1", clientId: "id" });
  });

  it.each([
    ["no key at all", randomSecret()],
    [
      "a key of another kind",
      generateKeyPairSync("ed25519", { publicKeyEncoding, privateKeyEncoding: pem }).privateKey,
    ],
    [
      "a short key",
      generateKeyPairSync("rsa", { modulusLength: 1024, publicKeyEncoding, privateKeyEncoding: pem }).privateKey,
    ],
  ])("is refused if it is %s, and not shown", (_name, privateKey) => {
    const [problem, ...more] = problems({ domain: "a.example.com", clientId: "id", privateKey });
    expect(more).toEqual([]);
    expect(problem).toMatch(/tenant:privateKey of the stack configuration must be/);
    expect(problem).not.toContain(privateKey.slice(30, 60) || privateKey);
  });
});
