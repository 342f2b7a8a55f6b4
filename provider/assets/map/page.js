// The script of the page that `pulumi-tenant map --out` writes. It shows all texts of the tenant as text, never as markup.
(() => {
  /** Most entries of a list: more of them nobody reads, and all of them can be searched for. */
  const mostListed = 200;
  const { map, byKey, relations, referred, dependents, related } = tenantMap;
  const byId = (id) => document.getElementById(id);
  const colors = new Map(map.kinds.map(({ kind }, at) => [kind, `hsl(${Math.round((at * 137.5) % 360)}, 55%, 45%)`]));
  const state = { search: "", unmanagedOnly: false, kinds: new Set(colors.keys()), chosen: undefined, only: undefined };

  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  function isShown(object) {
    return (
      state.kinds.has(object.kind) &&
      (!state.unmanagedOnly || object.state === "unmanaged") &&
      (state.only === undefined || state.only.has(object.key))
    );
  }

  function isFound({ label, called, id, kind }) {
    const wanted = state.search.toLowerCase();
    return [label, ...called, id, kind].some((text) => text.toLowerCase().includes(wanted));
  }

  const graph = cytoscape({
    container: byId("graph"),
    elements: [
      ...map.objects.map(({ key, label, kind, state: managed }) => ({
        group: "nodes",
        data: { id: key, label, color: colors.get(kind) },
        classes: relations.has(kind) ? `${managed} relation` : managed,
      })),
      ...map.links.map(({ from, to }, at) => ({
        group: "edges",
        data: { id: `link ${at}`, source: from, target: to },
      })),
    ],
    style: mapStyle,
    layout: { name: "null" },
    textureOnViewport: map.objects.length > 800,
    hideEdgesOnViewport: map.objects.length > 800,
    wheelSensitivity: 0.4,
  });

  /** Puts what is shown into its place. */
  function arrange() {
    const shown = map.objects.filter(isShown);
    const { clientWidth, clientHeight } = byId("graph");
    const positions = mapLayout.positionsOf(shown, clientWidth / Math.max(1, clientHeight));
    graph.batch(() => {
      graph.nodes().forEach((node) => {
        const place = positions.get(node.id());
        node.toggleClass("hidden", place === undefined);
        if (place) node.position(place);
      });
    });
    graph.fit(graph.nodes(":visible"), 30);
    const links = map.links.filter(({ from, to }) => positions.has(from) && positions.has(to)).length;
    byId("count").textContent = `${shown.length} of ${map.objects.length} objects, ${links} references`;
    list();
  }

  function highlight() {
    const near = state.chosen === undefined ? undefined : related(state.chosen);
    graph.batch(() => {
      graph.elements().removeClass("faded near chosen");
      if (!near) return;
      graph.nodes().forEach((node) => {
        node.addClass(near.has(node.id()) ? "near" : "faded");
      });
      graph.edges().forEach((edge) => {
        edge.addClass(near.has(edge.source().id()) && near.has(edge.target().id()) ? "near" : "faded");
      });
      graph.getElementById(state.chosen).addClass("chosen");
    });
  }

  function choose(key) {
    state.chosen = key;
    highlight();
    describe();
    for (const entry of byId("found").children) entry.setAttribute("aria-selected", String(entry.dataset.key === key));
    byId("found").querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  /** The objects that the search and the filters leave. */
  function list() {
    const found = map.objects.filter((object) => isShown(object) && isFound(object));
    const entries = found.slice(0, mostListed).map((object) => {
      const entry = element("li", { textContent: `${object.label} · ${object.kind}`, className: object.state });
      entry.setAttribute("role", "option");
      entry.setAttribute("aria-selected", String(object.key === state.chosen));
      entry.dataset.key = object.key;
      entry.addEventListener("click", () => choose(object.key));
      return entry;
    });
    byId("found").replaceChildren(...entries);
    if (found.length > mostListed) {
      byId("found").append(element("li", { className: "quiet", textContent: `and ${found.length - mostListed} more` }));
    }
  }

  function linkTo(key, text) {
    const button = element("button", { type: "button", textContent: text, className: byKey.get(key).state });
    button.addEventListener("click", () => choose(key));
    return element("li", {}, button);
  }

  /** A list of objects below a heading; nothing where there are none. */
  function section(heading, title, keys, textOf) {
    if (keys.length === 0) return [];
    const entries = keys.slice(0, mostListed).map((key, at) => linkTo(key, textOf(key, at)));
    return [element(heading, { textContent: `${title} (${keys.length})` }), element("ul", {}, ...entries)];
  }

  function describe() {
    const object = byKey.get(state.chosen);
    if (!object) return byId("details").replaceChildren(...overview());
    const links = referred.get(object.key) ?? [];
    const depending = [...dependents(object.key)];
    const managed = { managed: `in ${object.stacks.join(", ")}`, unmanaged: "no stack manages it" }[object.state];
    const only = element("button", {
      type: "button",
      id: "only",
      textContent: state.only ? "Show all" : "Show only these",
    });
    only.addEventListener("click", () => {
      state.only = state.only ? undefined : related(object.key);
      arrange();
      describe();
    });
    byId("details").replaceChildren(
      element("h2", { textContent: object.label }),
      element("p", {
        className: "quiet",
        textContent: [object.kind, ...object.called, object.id, object.tenant, managed].filter(Boolean).join(" · "),
      }),
      only,
      ...section(
        "h3",
        "It refers to",
        links.map(({ to }) => to),
        (key, at) => `${byKey.get(key).label} · ${links[at].as}`,
      ),
      element("h3", { textContent: `What depends on it (${depending.length})` }),
      ...map.kinds.flatMap(({ kind, plural }) => {
        const keys = depending.filter((key) => byKey.get(key).kind === kind);
        return section("h4", plural, keys, (key) => byKey.get(key).label);
      }),
    );
  }

  /** What is shown where no object is chosen. */
  function overview() {
    const unread = map.unread.slice(0, mostListed).map((text) => element("li", { textContent: text }));
    return [
      element("h2", { textContent: map.tenants.join(", ") || "No tenant" }),
      element("p", {
        className: "quiet",
        textContent: map.stacks ? `Stacks: ${map.stacks.join(", ") || "none"}` : "No stack was read",
      }),
      ...(unread.length > 0 ? [element("h3", { textContent: "Not looked at" }), element("ul", {}, ...unread)] : []),
    ];
  }

  function step(by) {
    const keys = [...byId("found").children].flatMap(({ dataset }) => dataset.key ?? []);
    if (keys.length === 0) return;
    const at = keys.indexOf(state.chosen);
    choose(keys[at < 0 ? 0 : Math.min(keys.length - 1, Math.max(0, at + by))]);
  }

  function clear() {
    const wasOnly = state.only !== undefined;
    Object.assign(state, { chosen: undefined, only: undefined, search: "" });
    byId("search").value = "";
    if (wasOnly) arrange();
    else list();
    choose(undefined);
  }

  for (const { kind, plural } of map.kinds) {
    const count = map.objects.filter((object) => object.kind === kind).length;
    const box = element("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      if (box.checked) state.kinds.add(kind);
      else state.kinds.delete(kind);
      arrange();
    });
    const swatch = element("span", { className: "swatch" });
    swatch.style.background = colors.get(kind);
    byId("kinds").append(element("label", {}, box, swatch, `${plural} (${count})`));
  }
  byId("search").addEventListener("input", ({ target }) => {
    state.search = target.value;
    list();
  });
  byId("unmanaged-only").addEventListener("change", ({ target }) => {
    state.unmanagedOnly = target.checked;
    arrange();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target === byId("search");
    if (event.key === "/" && !isTyping) byId("search").focus();
    else if (event.key === "Escape") clear();
    else if (event.key === "ArrowDown" && (isTyping || event.target === byId("found"))) step(1);
    else if (event.key === "ArrowUp" && (isTyping || event.target === byId("found"))) step(-1);
    else if (event.key === "Enter" && (isTyping || event.target === byId("found")) && state.chosen !== undefined) {
      graph.animate({ center: { eles: graph.getElementById(state.chosen) }, zoom: 1.2, duration: 0 });
    } else return;
    event.preventDefault();
  });
  graph.on("tap", "node", ({ target }) => choose(target.id()));
  graph.on("tap", ({ target }) => target === graph && choose(undefined));

  document.title = `Map of ${map.tenants.join(", ")}`;
  arrange();
  describe();
  document.documentElement.dataset.ready = "true";
})();
