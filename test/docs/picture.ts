// Makes the picture of a terminal for README.md of what the demo prints:
// FORCE_COLOR=1 npm run -s demo | node test/docs/picture.ts > docs/drift.svg
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { driftScene } from "./scene.ts";

const [lineHeight, charWidth, margin] = [20, 8.43, 16];

/** What a code of a terminal does to the text behind it. */
const styles: Readonly<Record<string, string>> = {
  "1": "font-weight:bold",
  "2": "fill:#8b949e",
  "31": "fill:#ff7b72",
  "32": "fill:#56d364",
  "33": "fill:#e3b341",
};

/** The styles in force. They go on from line to line. */
const active = new Set<string>();

/** A line with codes of a terminal as spans. */
function spansOf(line: string): string {
  const [first = "", ...others] = line.split("\u001b[");
  const start = span(first);
  const parts = others.map((part) => {
    const [codes = ""] = part.split("m", 1);
    for (const code of codes.split(";")) {
      if (Object.hasOwn(styles, code)) active.add(code);
      // Every other code ends something: 22 ends what 1 and 2 began, 39 a colour.
      else active.clear();
    }
    return span(part.slice(codes.length + 1));
  });
  return start + parts.join("");
}

function span(part: string): string {
  const style = [...active].map((code) => styles[code]).join(";");
  return part === "" ? "" : `<tspan${style === "" ? "" : ` style="${style}"`}>${escaped(part)}</tspan>`;
}

function escaped(part: string): string {
  return part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const lines = driftScene(await text(process.stdin));
const width =
  Math.ceil(Math.max(...lines.map((line) => stripVTControlCharacters(line).length)) * charWidth) + 2 * margin;
const height = lines.length * lineHeight + 2 * margin;
const rows = lines.map(
  (line, index) =>
    `<text x="${margin}" y="${margin + (index + 0.75) * lineHeight}" xml:space="preserve">${spansOf(line)}</text>`,
);
process.stdout.write(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A drift report in a terminal">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" fill="#e6edf3">
${rows.join("\n")}
</g>
</svg>
`,
);
