/** An unexpected response of GitLab. */
export class GitlabError extends Error {
  constructor(status, what) {
    super(`${what}: GitLab answered ${status}`);
    this.status = status;
  }
}

/**
 * The part of GitLab's API that these scripts need.
 *
 * @param root as $CI_API_V4_URL: https://gitlab.example.com/api/v4
 */
export class Gitlab {
  #root;
  #token;

  constructor(root, token) {
    this.#root = root;
    this.#token = token;
  }

  /** @throws GitlabError */
  async call(method, path, body) {
    const response = await fetch(`${this.#root}${path}`, {
      method,
      headers: { "PRIVATE-TOKEN": this.#token, "Content-Type": "application/json" },
      signal: AbortSignal.timeout(30_000),
      // A redirect could send the token to another host.
      redirect: "error",
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new GitlabError(response.status, `${method} ${path}`);
    return response;
  }

  async get(path) {
    return (await this.call("GET", path)).json();
  }

  /** All objects of a listing, page by page. */
  async *list(path) {
    for (let page = "1"; page; ) {
      const response = await this.call("GET", `${path}${path.includes("?") ? "&" : "?"}per_page=100&page=${page}`);
      yield* await response.json();
      page = response.headers.get("x-next-page");
    }
  }
}
