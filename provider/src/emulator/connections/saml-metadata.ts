/** What a connection takes from the metadata of a SAML identity provider; what the text does not hold is left out. */
export interface SamlMetadata {
  readonly entityId?: string;
  readonly signInEndpoint?: string;
  readonly signOutEndpoint?: string;
  readonly bindingMethod?: string;
  /** The signing certificate, in base64. */
  readonly cert?: string;
}

/** Reads the few things that matter here; the text need not be well-formed. */
export function readSamlMetadata(xml: string): SamlMetadata {
  const signIn = tag(xml, "SingleSignOnService");
  const found = {
    entityId: attribute(tag(xml, "EntityDescriptor"), "entityID"),
    signInEndpoint: attribute(signIn, "Location"),
    signOutEndpoint: attribute(tag(xml, "SingleLogoutService"), "Location"),
    bindingMethod: attribute(signIn, "Binding"),
    cert: /<(?:[\w-]+:)?X509Certificate>([^<]+)</.exec(xml)?.[1]?.replaceAll(/\s/g, ""),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The first start tag with a local name, empty when there is none. */
function tag(xml: string, name: string): string {
  return new RegExp(`<(?:[\\w-]+:)?${name}\\b[^>]*>`).exec(xml)?.[0] ?? "";
}

function attribute(startTag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(startTag)?.[1];
}
