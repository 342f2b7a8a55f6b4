import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Redactor, sanitize, sanitizeJson, withoutCommands } from "../../../provider/src/client/index.ts";

afterEach(() => vi.unstubAllEnvs());

/** Everything that a terminal obeys or that is invisible. */
const unsafe = Array.from({ length: 0x11_0000 }, (_, point) => point)
  .filter((point) => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u.test(String.fromCodePoint(point)))
  .map((point) => String.fromCodePoint(point));
const anything = fc
  .array(fc.oneof(fc.constantFrom(...unsafe, "\r\n", "  ", "::", "##[", "а", "://"), fc.string({ unit: "binary" })))
  .map((parts) => parts.join(""));

describe("foreign text on a terminal", () => {
  it("contains none of the 6,200 characters that control the terminal or are invisible", () => {
    expect(unsafe.length).toBeGreaterThan(6_200);
    for (const one of unsafe) expect(sanitize(`a${one}b`)).toMatch(/^a( |(\\u[0-9a-f]{4}){1,2})b$/);
    expect(sanitize(unsafe.join("x"), Number.POSITIVE_INFINITY)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u);
  });

  it.each([
    ["a line break", "a \r\n\t b", "a b"],
    ["a carriage return alone", "a\rb", "a b"],
    ["a line separator", "a\u2028b", "a b"],
    ["spaces, which can be the only difference", "a  b", "a  b"],
    ["an escape sequence", "\u001b[2Kb", "\\u001b[2Kb"],
    ["a turned writing direction", "\u202eb", "\\u202eb"],
    ["an invisible character of two halves", "\u{e0041}b", "\\udb40\\udc41b"],
    ["a letter without a shape", "Portal\u3164", "Portal\\u3164"],
    ["a mark without a shape", "Por\u034ftal\ufe00", "Por\\u034ftal\\ufe00"],
    ["a sign without a dot", "Portal\u2800Admin", "Portal\\u2800Admin"],
    ["an older command of GitHub", "x##[error]b", "x##\\u005berror]b"],
    ["a Cyrillic letter among Latin ones", "Portal Аdmin", "Portal \\u0410dmin"],
    ["a URL with Cyrillic letters", "https://аре.example.com/a", "https://\\u0430\\u0440\\u0435.example.com/a"],
    ["letters of mathematics and of full width", "𝐚dmin ａdmin", "\\ud835\\udc1admin \\uff41dmin"],
    ["a name in any script", "Größe 名前 👍 אב Вход-SSO Ωμέγα", "Größe 名前 👍 אב Вход-SSO Ωμέγα"],
  ])("%s", (_name, text, shown) => {
    expect(sanitize(text)).toBe(shown);
  });

  it("is cut to its limit, never within a character", () => {
    expect(sanitize("x".repeat(600))).toBe(`${"x".repeat(499)}…`);
    expect(sanitize(`abc👍${"x".repeat(10)}`, 5)).toBe("abc…");
    expect(sanitize("x".repeat(600), 600)).toHaveLength(600);
  });

  it("stays the same if it is sanitized twice", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const shown = sanitize(text);
        expect(sanitize(shown)).toBe(shown);
      }),
    );
  });

  it("contains no workflow command of GitHub", () => {
    expect(sanitize("a ::error::b")).toBe("a ::error::b");
    vi.stubEnv("GITHUB_ACTIONS", "true");
    fc.assert(
      fc.property(anything, (text) => {
        for (const shown of [sanitize(text, 1_000), sanitizeJson({ [text]: text }, 2)])
          expect(shown).not.toMatch(/::|##\[/);
        expect(JSON.parse(sanitizeJson({ [text]: text }))).toEqual(JSON.parse(JSON.stringify({ [text]: text })));
      }),
    );
    expect(sanitize("::error::b")).toBe(withoutCommands("::error::b"));
  });
});

describe("foreign values as JSON", () => {
  it("have unsafe characters as escapes, and parse to the same values", () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(undefined, 2), (text, indent) => {
        const value = { list: [text, 1, null], [`key${text}`]: { text } };
        const json = sanitizeJson(value, indent);
        expect(json).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[^\P{Cc}\n]/u);
        expect(json.split("\n")).toHaveLength(JSON.stringify(value, undefined, indent).split("\n").length);
        expect(JSON.parse(json)).toEqual(value);
      }),
    );
  });
});

describe("secrets in foreign text", () => {
  const redactor = new Redactor().add(["long-secret-1", "pin", "k9", "with\nline-breaks", 'q"uo te']);

  it.each([
    ["at any place", "xlong-secret-1x", "x[secret]x"],
    ["within JSON", JSON.stringify({ a: "with\nline-breaks" }), '{"a":"[secret]"}'],
    ["one line of a secret", "line: line-breaks!", "line: [secret]!"],
    ["encoded in a URL", `?q=${encodeURIComponent('q"uo te')}`, "?q=[secret]"],
    [
      "a short secret in quotes of all kinds",
      `"pin" 'k9' \`pin\` "\\"k9\\""`,
      `"[secret]" '[secret]' \`[secret]\` "\\"[secret]\\""`,
    ],
    ["a short secret within words, which is not hidden", 'spin "pins" pin', 'spin "pins" pin'],
  ])("%s", (_name, text, shown) => {
    expect(redactor.clean(text)).toBe(shown);
  });

  it("are replaced once if they overlap", () => {
    const both = new Redactor().add(["abcdefghij", "efghijklmnop"]);
    expect(both.hide("--abcdefghijklmnop--")).toBe("--[secret]--");
    expect(both.hide("abcdefghijefghijklmnop")).toBe("[secret][secret]");
  });

  it("are replaced once if they are long, also if only a part occurs", () => {
    const long = Array.from({ length: 50 }, (_, n) => `word-${n}`).join(" ");
    const hiding = new Redactor().add([long]);
    expect(hiding.hide(`--${long}--`)).toBe("--[secret]--");
    expect(hiding.hide(`--${long}${long}--`)).toBe("--[secret][secret]--");
    expect(hiding.hide(`--${long.slice(0, 40)}--`)).toBe(`--[secret]${long.slice(32, 40)}--`);
  });

  it("are never shown, whatever they and the text around them are", () => {
    const secrets = fc.array(fc.string({ unit: "binary", minLength: 8, maxLength: 40 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(secrets, fc.array(fc.string({ maxLength: 5 })), (all, around) => {
        const hiding = new Redactor().add(all);
        const text = all.flatMap((secret, index) => [around[index] ?? "", secret, JSON.stringify(secret)]).join("");
        const shown = hiding.hide(text);
        for (const secret of all) expect(shown).not.toContain(secret);
      }),
    );
  });
});
