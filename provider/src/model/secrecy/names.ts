/*
 * What a name says of the value that stands at it. A name that once counts as secret counts so for ever: states that hold its value
 * encrypted would get it in clear. The URLs of tokens are the exception: hidden, they hid an attack.
 */

/** Parts of names at which secrets stand. */
const secret: readonly RegExp[] = [
  // What somebody proves who he is with.
  /secret|passw|passphrase|token|assertion|credential/i,
  // Keys with a word that says that they are not public: `public_key`, `signingCert` and `jwks_uri` are none.
  /(private|signing|decryption|api|access)key/i,
  // The service's own: the key of `signing_key`, and the values that a database's scripts get.
  /^(key|configuration)$/i,
  // The headers by which HTTP carries credentials.
  /^(x|proxy)?authorization(header)?$/i,
  /^(set)?cookie$/i,
  // Headers that the service sends to a company's own server. They are there to carry credentials, under any name.
  /^custom(http)?headers$/i,
];

/** Names with such a part at which something else stands. Where they were hidden, messages about them could not be understood. */
const plain: readonly RegExp[] = [
  // Settings of an API.
  /^token_(dialect|lifetime|lifetime_for_web|encryption)$/i,
  // Where tokens are fetched, and how. Whoever changes that gets the tokens, so a reviewer has to see it.
  /token_endpoint/i,
  /^(access_?|request_?)?token_?ur[il]$/i,
  // What is said about a secret, and is none.
  /_(endpoint|algs?|type|url)$/i,
];

/** Ends of names at which a number is a measure: how long, how many, how large. Other numbers at such a name are PINs and codes. */
const measure =
  /(ttl|lifetime|expiry|expiration|expires|expires_?(in|at)|age|days|hours|minutes|seconds|ms|timeout|length|size|count|limit|max|min|history|version|attempts|retries)$/i;

/** Whether what stands at a key of this name looks secret. What separates the words of a name does not count. */
export function looksSecret(name: string): boolean {
  const joined = name.replace(/[-_ ]/g, "");
  return secret.some((part) => part.test(joined)) && !plain.some((part) => part.test(name));
}

/** Whether a number at a key of this name is no secret, whatever else the name says. */
export function isMeasure(name: string): boolean {
  return measure.test(name);
}
