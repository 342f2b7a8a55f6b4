// How the page that `pulumi-tenant map --out` writes draws objects and references.
// biome-ignore lint/correctness/noUnusedVariables: scripts of a page share their constants
const mapStyle = [
  {
    selector: "node",
    style: {
      label: "data(label)",
      "background-color": "data(color)",
      "border-color": "data(color)",
      "border-width": 2,
      width: 26,
      height: 26,
      "font-size": 18,
      "min-zoomed-font-size": 7,
      "text-halign": "center",
      "text-valign": "bottom",
      "text-margin-y": 3,
      "text-max-width": 260,
      "text-wrap": "ellipsis",
    },
  },
  {
    selector: "node.unmanaged",
    style: { "background-opacity": 0.1, "border-style": "dashed", "font-style": "italic" },
  },
  { selector: "node.relation", style: { label: "", width: 12, height: 12 } },
  { selector: "edge", style: { width: 1.5, "line-color": "#b9c2cd", "curve-style": "haystack" } },
  { selector: ".faded", style: { opacity: 0.12 } },
  { selector: "edge.near", style: { "line-color": "#1f5fbf", width: 2 } },
  { selector: "node.chosen", style: { "border-color": "#000", "border-width": 4, width: 34, height: 34 } },
  { selector: "node.relation.near", style: { label: "data(label)", "font-size": 14 } },
  { selector: ".hidden", style: { display: "none" } },
];
