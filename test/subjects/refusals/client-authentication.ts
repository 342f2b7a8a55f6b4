import { generateKeyPairSync } from "node:crypto";
import { selfSigned } from "../../../provider/src/emulator/shared/certificates.ts";
import { bad, byProgram, type Refusal, shop } from "./refusal.ts";

const pem = String(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }),
);
const certificate = selfSigned("job.example.com", Date.now()).cert;

/** Refusals of the service. */
export const clientAuthenticationRefusals: readonly Refusal[] = [
  byProgram(
    "clientAuthentication",
    "an expiry of a public key that has none",
    { clientId: "{last}", method: "private_key_jwt", credentials: [{ pem, parseExpiryFromCert: true }] },
    bad("parse_expiry_from_cert needs a certificate"),
    /parseExpiryFromCert: needs a certificate/,
    ["POST", "/clients/{last}/credentials", { credential_type: "public_key", pem, parse_expiry_from_cert: true }],
    [shop],
  ),
  byProgram(
    "clientAuthentication",
    "a certificate and its subject",
    { clientId: "{last}", method: "tls_client_auth", credentials: [{ pem: certificate, subjectDn: "CN=a" }] },
    bad("Either pem or subject_dn is required"),
    /pem: is required unless subjectDn is declared; declare only one/,
    [
      "POST",
      "/clients/{last}/credentials",
      { credential_type: "cert_subject_dn", pem: certificate, subject_dn: "CN=a" },
    ],
    [shop],
  ),
  {
    refuses: "clientAuthentication: three credentials",
    decides: "program",
    said: "check",
    status: 400,
    message:
      "Payload validation error: 'Array is too long (3), maximum 2' on property client_authentication_methods.private_key_jwt.credentials.",
    tenant: [shop, ["POST", "/clients/{last}/credentials", { credential_type: "public_key", pem }]],
    sends: [
      "PATCH",
      "/clients/{first}",
      { client_authentication_methods: { private_key_jwt: { credentials: [1, 2, 3].map(() => ({ id: "{last}" })) } } },
    ],
    program: {
      type: "clientAuthentication",
      args: {
        clientId: "{first}",
        method: "private_key_jwt",
        credentials: ["one", "two", "three"].map((key) => ({ kid: `the-key-${key}` })),
      },
    },
    says: /credentials: must have at most 2/,
  },
  {
    refuses: "clientAuthentication: a key gets another name",
    decides: "program and state",
    said: "check",
    status: 400,
    message: "credentials contains public keys that already exist in client",
    tenant: [shop, ["POST", "/clients/{last}/credentials", { credential_type: "public_key", name: "spring", pem }]],
    sends: ["POST", "/clients/{first}/credentials", { credential_type: "public_key", name: "autumn", pem }],
    program: {
      type: "clientAuthentication",
      before: { clientId: "{first}", method: "private_key_jwt", credentials: [{ name: "spring", pem }] },
      args: { clientId: "{first}", method: "private_key_jwt", credentials: [{ name: "autumn", pem }] },
    },
    says: /credentials\[0\]\.name: cannot be changed: a key keeps it from its creation/,
  },
  {
    refuses: "clientAuthentication: a key gets a name only now",
    decides: "program and state",
    said: "preview",
    status: 400,
    message: "credentials contains public keys that already exist in client",
    tenant: [shop],
    before: [["POST", "/clients/{first}/credentials", { credential_type: "public_key", pem }]],
    sends: ["POST", "/clients/{first}/credentials", { credential_type: "public_key", name: "autumn", pem }],
    program: {
      type: "clientAuthentication",
      before: { clientId: "{first}", method: "private_key_jwt", credentials: [{ pem }] },
      args: { clientId: "{first}", method: "private_key_jwt", credentials: [{ name: "autumn", pem }] },
    },
    says: /credentials\[0\]\.name: a key keeps it from its creation.*The run fails/,
  },
];
