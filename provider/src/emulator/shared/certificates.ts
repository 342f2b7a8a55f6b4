// the library is slow to load, and most tests never need it
const library = () => import("selfsigned");
/** A part of the library that has no types. */
const untyped: string = "selfsigned/pkcs7";

/** A certificate of an RSA key that signs, and the same in the form of PKCS #7. */
export async function signingCertificate(name: string): Promise<{ readonly cert: string; readonly pkcs7: string }> {
  const { generate } = await library();
  const { createPkcs7 } = (await import(untyped)) as { createPkcs7(certificate: string): string };
  const { cert } = await generate([{ name: "commonName", value: name }], { keySize: 2048, algorithm: "sha256" });
  return { cert, pkcs7: createPkcs7(cert) };
}
