declare module "selfsigned/pkcs7" {
  /** A certificate in PEM form as PKCS #7, in PEM form. */
  export function createPkcs7(certificate: string): string;
}
