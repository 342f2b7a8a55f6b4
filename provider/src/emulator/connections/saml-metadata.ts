/** The options that a connection takes from the metadata of a SAML identity provider. */
export interface SamlMetadata {
  readonly entityId?: string;
  readonly signInEndpoint?: string;
  readonly signOutEndpoint?: string;
  readonly bindingMethod?: string;
  /** The signing certificate, in base64. */
  readonly cert?: string;
}

/** Reads SAML metadata. The text need not be well-formed; missing values are left out. */
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

/** The first start tag with this local name; empty if there is none. */
function tag(xml: string, name: string): string {
  return new RegExp(`<(?:[\\w-]+:)?${name}\\b[^>]*>`).exec(xml)?.[0] ?? "";
}

function attribute(startTag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(startTag)?.[1];
}
