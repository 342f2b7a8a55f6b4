// Where the page that `pulumi-tenant map --out` writes puts objects: each kind has a lane, and objects stand near those that they refer to.
// biome-ignore lint/correctness/noUnusedVariables: scripts of a page share their constants
const mapLayout = (() => {
  /** Kinds beside each other where their objects refer to each other: few links cross many others. */
  function lanesOf(objects) {
    const shown = new Set(objects.map(({ key }) => key));
    const counts = new Map();
    for (const { from, to } of tenantMap.map.links) {
      if (!shown.has(from) || !shown.has(to)) continue;
      const pair = [tenantMap.byKey.get(from).kind, tenantMap.byKey.get(to).kind].sort().join("\n");
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    const kinds = [...new Set(objects.map(({ kind }) => kind))];
    const weights = [...counts].map(([pair, count]) => [...pair.split("\n"), Math.log2(count + 1)]);
    const cost = () =>
      weights.reduce((sum, [a, b, weight]) => sum + weight * Math.abs(kinds.indexOf(a) - kinds.indexOf(b)), 0);
    let [best, isBetter] = [cost(), true];
    while (isBetter) {
      isBetter = false;
      for (let from = 0; from < kinds.length; from++) {
        for (let to = 0; to < kinds.length; to++) {
          const [moved] = kinds.splice(from, 1);
          kinds.splice(to, 0, moved);
          const now = cost();
          if (now < best - 1e-9) [best, isBetter] = [now, true];
          else kinds.splice(from, 0, ...kinds.splice(to, 1));
        }
      }
    }
    return kinds;
  }

  /** The order of the objects in each lane: near those that they are linked with. */
  function sort(lanes, rows) {
    const heights = new Map(lanes.flatMap((lane) => lane.map(({ key }, at) => [key, at % rows])));
    const mean = ({ key }) => {
      const known = tenantMap.neighbours(key).flatMap((one) => heights.get(one) ?? []);
      return known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : heights.get(key);
    };
    for (const order of [lanes, lanes.toReversed(), lanes, lanes.toReversed()]) {
      for (const lane of order) {
        const means = new Map(lane.map((object) => [object, mean(object)]));
        lane.sort((a, b) => means.get(a) - means.get(b));
        const stretch = rows / Math.min(lane.length, rows);
        for (const [at, { key }] of lane.entries()) heights.set(key, ((at % rows) + 0.5) * stretch);
      }
    }
    return heights;
  }

  /**
   * Where each object stands.
   *
   * @param aspect the width of the place for them by its height
   */
  function positionsOf(objects, aspect) {
    const lanes = lanesOf(objects).map((kind) => objects.filter((object) => object.kind === kind));
    const longest = Math.max(1, ...lanes.map(({ length }) => length));
    const rows = Math.min(longest, Math.max(12, Math.ceil(Math.sqrt(objects.length))));
    const heights = sort(lanes, rows);
    const places = [];
    let x = 0;
    for (const lane of lanes) {
      const width = tenantMap.relations.has(lane[0].kind) ? 110 : 190;
      for (const [at, { key }] of lane.entries()) places.push([key, x + (Math.floor(at / rows) + 0.5) * width]);
      x += Math.ceil(lane.length / rows) * width;
    }
    const unit = Math.min(220, Math.max(56, x / aspect / rows));
    return new Map(places.map(([key, across]) => [key, { x: across, y: heights.get(key) * unit }]));
  }

  return { positionsOf };
})();
