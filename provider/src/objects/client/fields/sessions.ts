import type { Field, Fields } from "../../../model/table.ts";
import { never, none, secureUrl } from "./shapes.ts";

const login = { kind: "object", clear: none, fields: { enabled: { kind: "boolean" } } } as const satisfies Field;

/** Logins, logouts and sessions. */
export const sessionFields = {
  oidcLogout: {
    kind: "object",
    clear: { how: "default", value: {} },
    absent: {},
    fields: {
      backchannelLogoutUrls: { kind: "set", item: { kind: "string", ...secureUrl } },
      backchannelLogoutInitiators: {
        kind: "object",
        fields: {
          mode: { kind: "string", oneOf: ["custom", "all"] },
          selectedInitiators: {
            kind: "set",
            item: {
              kind: "string",
              oneOf: [
                ...[
                  "rp-logout",
                  "idp-logout",
                  "password-changed",
                  "session-expired",
                  "session-revoked",
                  "account-deleted",
                ],
                ...["email-identifier-changed", "mfa-phone-unenrolled", "account-deactivated"],
              ],
            },
          },
        },
      },
      backchannelLogoutSessionMetadata: { kind: "object", fields: { include: { kind: "boolean" } } },
    },
  },
  sessionTransfer: {
    kind: "object",
    merges: true,
    clear: none,
    fields: {
      canCreateSessionTransferToken: {
        kind: "boolean",
        notSecret: true,
        absent: false,
        clear: { how: "default", value: false },
      },
      allowedAuthenticationMethods: {
        kind: "set",
        item: { kind: "string", oneOf: ["cookie", "query"] },
        absent: [],
        clear: { how: "default", value: [] },
      },
      enforceDeviceBinding: { kind: "string", oneOf: ["ip", "asn", "none"], clear: { how: "default", value: "ip" } },
      allowRefreshToken: { kind: "boolean", notSecret: true, absent: false, clear: { how: "default", value: false } },
      enforceOnlineRefreshTokens: { kind: "boolean", notSecret: true, clear: { how: "default", value: true } },
      enforceCascadeRevocation: { kind: "boolean", clear: { how: "default", value: true } },
      delegation: {
        kind: "object",
        clear: none,
        fields: {
          allowDelegatedAccess: { kind: "boolean" },
          enforceDeviceBinding: { kind: "string", oneOf: ["ip", "asn"] },
        },
      },
    },
  },
  nativeSocialLogin: {
    kind: "object",
    merges: true,
    clear: none,
    fields: { apple: login, facebook: login, google: login },
  },
  fedcmLogin: {
    kind: "object",
    clear: none,
    fields: { google: { kind: "object", fields: { isEnabled: { kind: "boolean" } } } },
  },
  mobile: {
    kind: "object",
    merges: true,
    clear: never,
    fields: {
      android: {
        kind: "object",
        clear: never,
        fields: {
          appPackageName: { kind: "string" },
          sha256CertFingerprints: { kind: "set", wire: "sha256_cert_fingerprints", item: { kind: "string", min: 1 } },
        },
      },
      ios: {
        kind: "object",
        clear: never,
        fields: { teamId: { kind: "string" }, appBundleIdentifier: { kind: "string" } },
      },
    },
  },
  asyncApprovalNotificationChannels: {
    kind: "list",
    item: { kind: "string", oneOf: ["guardian-push", "email"] },
    clear: none,
  },
} as const satisfies Fields;
