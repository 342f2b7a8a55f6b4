import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsUpstream, Option } from "./shared.ts";

/**
 * Options of strategy `google-oauth2`: Google accounts. Each further permission of Google has a flag of its own;
 * the common ones are listed, the others (`analytics`, `youtube`, …) are accepted as they are.
 */
export interface ConnectionOptionsGoogleOAuth2 extends ConnectionOptionsUpstream {
  /** The client id from Google's console. Absent, the service's own development keys are used. */
  client_id?: Option<string>;
  /** Secret. The client secret from Google's console. */
  client_secret?: Option<string>;
  /** Audiences accepted in the ID tokens of native logins. A set. */
  allowed_audiences?: Option<pulumi.Input<string>[]>;
  /** Scopes asked for. A set. Derived by the server from the flags when absent. */
  scope?: Option<pulumi.Input<string>[]>;
  /** Scopes that no flag stands for. A set. */
  freeform_scopes?: Option<pulumi.Input<string>[]>;
  /** The email address and whether it is verified. Derived by the server when absent. */
  email?: Option<boolean>;
  /** Name, picture, language. Derived by the server when absent. */
  profile?: Option<boolean>;
  /** A refresh token. */
  offline_access?: Option<boolean>;
  /** Calendars, with write access. */
  calendar?: Option<boolean>;
  /** Events of calendars, with write access. */
  calendar_events?: Option<boolean>;
  /** Events of calendars, read only. */
  calendar_events_readonly?: Option<boolean>;
  /** Contacts, with write access. */
  contacts?: Option<boolean>;
  /** Contacts, read only. */
  contacts_readonly?: Option<boolean>;
  /** The company's directory, read only. */
  directory_readonly?: Option<boolean>;
  /** All files in Drive, with write access. */
  drive?: Option<boolean>;
  /** Files in Drive that the application made or opened. */
  drive_file?: Option<boolean>;
  /** Files in Drive, read only. */
  drive_readonly?: Option<boolean>;
  /** Mail, with the right to delete it. */
  gmail?: Option<boolean>;
  /** Mail, read only. */
  gmail_readonly?: Option<boolean>;
  /** Sending mail. */
  gmail_send?: Option<boolean>;
  /** Tasks, with write access. */
  tasks?: Option<boolean>;
  /** The icon of the connection's button; an https URL. */
  icon_url?: Option<string>;
}
