import { inRun, type Refusal, type Request } from "./refusal.ts";

const phoneProvider: Request = [
  "POST",
  "/branding/phone/providers",
  { name: "custom", configuration: { delivery_methods: ["text"] }, credentials: {} },
];

/** Refusals of the service. */
export const phoneProviderRefusals: readonly Refusal[] = [
  {
    refuses: "phoneProvider: Twilio without an account or a sender",
    decides: "tenant",
    said: "preview",
    status: 400,
    message: "Bad Operation on Notification Resource",
    sends: [
      "POST",
      "/branding/phone/providers",
      { name: "twilio", configuration: { delivery_methods: ["text"] }, credentials: { auth_token: "a" } },
    ],
    program: {
      type: "phoneProvider",
      args: { name: "twilio", configuration: { deliveryMethods: ["text"] }, credentials: { authToken: "a" } },
    },
    says: /will fail: .*configuration: the provider "twilio" needs `sid`/,
  },
  inRun(
    "a second phone provider",
    phoneProvider,
    [409, "Phone provider already configured for tenant"],
    [phoneProvider],
  ),
];
