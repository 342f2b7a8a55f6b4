/** A URL in the parts that rules judge. A pattern or a placeholder is no valid URL, so the parts are found in the text. */
interface Parts {
  /** In lower case, without the colon; empty if the text has none. */
  readonly scheme: string;
  /** In lower case, without the port; empty if the text has none. */
  readonly host: string;
}

function partsOf(url: string): Parts {
  const [, scheme = "", authority = ""] = /^([a-z][a-z\d+.-]*):(?:\/\/([^/?#]*))?/i.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase() };
}

/** Whether a URL's host is the machine of its user: `localhost`, 127.0.0.0/8 or `[::1]`. */
export function isLoopback(url: string): boolean {
  const { host } = partsOf(url);
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether a URL leads over an unencrypted network. */
export function isPlainHttp(url: string): boolean {
  return partsOf(url).scheme === "http" && !isLoopback(url);
}

/** Whether an app on a device can claim the URL: its scheme is not https, or its host is the device. */
export function isUnverifiable(url: string): boolean {
  return partsOf(url).scheme !== "https" || isLoopback(url);
}

/** Whether a URL stands for several hosts. Placeholders for organizations do not count. */
export function hasWildcard(url: string): boolean {
  return url.includes("*");
}

/** Whether a URL contains a password or a parameter with a secret. */
export function holdsCredentials(url: string): boolean {
  if (/^[a-z][a-z\d+.-]*:\/\/[^/?#]*@/i.test(url)) return true;
  const [, query = ""] = /\?([^#]*)/.exec(url) ?? [];
  return query.split("&").some((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return (
      /token|secret|password|pwd|api[-_]?key|sig(nature)?/i.test(name) && value.length >= 12 && !value.includes("{")
    );
  });
}
