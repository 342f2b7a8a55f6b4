// The data of the page that `pulumi-tenant map --out` writes, and what follows from it. The other scripts of the page use `tenantMap`.
// biome-ignore lint/correctness/noUnusedVariables: scripts of a page share their constants
const tenantMap = (() => {
  const map = JSON.parse(document.getElementById("map").textContent);
  const byKey = new Map(map.objects.map((object) => [object.key, object]));

  /** What a change of an object concerns; what it concerns and goes no further; what it refers to; what refers to it. */
  const [touched, ends, referred, referring] = [new Map(), new Map(), new Map(), new Map()];
  const addTo = (lists, key, value) => {
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  };
  for (const link of map.links) {
    const [cause, concerned] = link.concerns === "from" ? [link.to, link.from] : [link.from, link.to];
    addTo(touched, cause, concerned);
    if (link.alsoTo) addTo(ends, link.from, link.to);
    addTo(referred, link.from, link);
    addTo(referring, link.to, link);
  }

  /** All that depends on an object, directly or by way of others. */
  function dependents(key) {
    const found = new Set([key]);
    for (const one of found) for (const next of touched.get(one) ?? []) found.add(next);
    for (const one of [...found]) for (const end of ends.get(one) ?? []) found.add(end);
    for (const { from } of referring.get(key) ?? []) found.add(from);
    found.delete(key);
    return found;
  }

  /** What depends on an object, what it refers to, and itself. */
  const related = (key) => new Set([key, ...dependents(key), ...(referred.get(key) ?? []).map(({ to }) => to)]);

  /** The objects at the other ends of all its references, in both directions. */
  const neighbours = (key) => [
    ...(referred.get(key) ?? []).map(({ to }) => to),
    ...(referring.get(key) ?? []).map(({ from }) => from),
  ];

  const relations = new Set(map.kinds.flatMap(({ kind, isRelation }) => (isRelation ? [kind] : [])));

  return { map, byKey, relations, referred, dependents, related, neighbours };
})();
