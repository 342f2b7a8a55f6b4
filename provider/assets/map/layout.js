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

  /** Where each object stands: in the lane of its kind, near those that it is linked with. */
  function positionsOf(objects) {
    const rows = Math.max(12, Math.ceil(Math.sqrt(objects.length)));
    const heights = new Map(objects.map(({ key }, at) => [key, at % rows]));
    const lanes = lanesOf(objects).map((kind) => objects.filter((object) => object.kind === kind));
    const mean = ({ key }) => {
      const links = tenantMap.neighbours(key);
      const known = links.flatMap((one) => (heights.has(one) ? [heights.get(one)] : []));
      return known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : heights.get(key);
    };
    const positions = new Map();
    for (let sweep = 0; sweep < 4; sweep++) {
      let x = 0;
      for (const lane of sweep % 2 === 0 ? lanes : lanes.toReversed()) {
        const means = new Map(lane.map((object) => [object, mean(object)]));
        lane.sort((a, b) => means.get(a) - means.get(b));
        const height = Math.min(lane.length, rows);
        for (const [at, { key }] of lane.entries()) heights.set(key, (at % rows) + (rows - height) / 2);
      }
      for (const lane of lanes) {
        for (const [at, { key }] of lane.entries()) {
          positions.set(key, { x: (x + Math.floor(at / rows)) * 230, y: heights.get(key) * 44 });
        }
        x += Math.ceil(lane.length / rows);
      }
    }
    return positions;
  }

  return { positionsOf };
})();
