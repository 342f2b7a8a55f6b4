import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsUpstream, Option } from "./shared.ts";

/** Options of strategy `github`: GitHub accounts. Each boolean option (flag) requests the permission that its comment describes. */
export interface ConnectionOptionsGitHub extends ConnectionOptionsUpstream {
  /** The client id of the OAuth app. Without it, the service's own development keys are used. */
  client_id?: Option<string>;
  /** Secret. The client secret of the OAuth app. */
  client_secret?: Option<string>;
  /** The requested scopes, in any order. Without them, the service derives them from the flags. */
  scope?: Option<pulumi.Input<string>[]>;
  /** Further scopes, for which there is no flag, in any order. */
  freeform_scopes?: Option<pulumi.Input<string>[]>;
  /** The user's email addresses. */
  email?: Option<boolean>;
  /** Name and picture. Derived by the service when absent. */
  profile?: Option<boolean>;
  /** The whole profile, read only. */
  read_user?: Option<boolean>;
  /** Following other users. */
  follow?: Option<boolean>;
  /** Public repositories, with write access. */
  public_repo?: Option<boolean>;
  /** All repositories, with write access. */
  repo?: Option<boolean>;
  /** Deployments of repositories. */
  repo_deployment?: Option<boolean>;
  /** Commit statuses of repositories. */
  repo_status?: Option<boolean>;
  /** Deleting repositories. */
  delete_repo?: Option<boolean>;
  /** Notifications. */
  notifications?: Option<boolean>;
  /** Gists, with write access. */
  gist?: Option<boolean>;
  /** Organizations and teams, read only. */
  read_org?: Option<boolean>;
  /** Membership in organizations, with write access. */
  write_org?: Option<boolean>;
  /** Organizations and teams, fully. */
  admin_org?: Option<boolean>;
  /** SSH keys, read only. */
  read_public_key?: Option<boolean>;
  /** SSH keys, with write access. */
  write_public_key?: Option<boolean>;
  /** SSH keys, fully. */
  admin_public_key?: Option<boolean>;
  /** Webhooks of repositories, read only. */
  read_repo_hook?: Option<boolean>;
  /** Webhooks of repositories, with write access. */
  write_repo_hook?: Option<boolean>;
  /** Webhooks of repositories, fully. */
  admin_repo_hook?: Option<boolean>;
}

/** Options of strategy `google-oauth2`: Google accounts. Each boolean option (flag) requests the permission that its comment describes. */
export interface ConnectionOptionsGoogleOAuth2 extends ConnectionOptionsUpstream {
  /** The client id from Google's console. Without it, the service's own development keys are used. */
  client_id?: Option<string>;
  /** Secret. The client secret from Google's console. */
  client_secret?: Option<string>;
  /** The accepted audiences of ID tokens of native logins, in any order. */
  allowed_audiences?: Option<pulumi.Input<string>[]>;
  /** The requested scopes, in any order. Without them, the service derives them from the flags. */
  scope?: Option<pulumi.Input<string>[]>;
  /** Further scopes, for which there is no flag, in any order. */
  freeform_scopes?: Option<pulumi.Input<string>[]>;
  /** The email address and whether it is verified. Derived by the service when absent. */
  email?: Option<boolean>;
  /** Name, picture, language. Derived by the service when absent. */
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
  /** Ads in AdSense, with write access. */
  adsense_management?: Option<boolean>;
  /** Analytics, read only. */
  analytics?: Option<boolean>;
  /** Blogs at Blogger, with write access. */
  blogger?: Option<boolean>;
  /** Running as an add-on of the calendar. */
  calendar_addons_execute?: Option<boolean>;
  /** The calendar's settings, read only. */
  calendar_settings_readonly?: Option<boolean>;
  /** The Chrome web store, read only. */
  chrome_web_store?: Option<boolean>;
  /** Contacts, with write access: the newer form. */
  contacts_new?: Option<boolean>;
  /** Other contacts, read only. */
  contacts_other_readonly?: Option<boolean>;
  /** Products of a shop, with write access. */
  content_api_for_shopping?: Option<boolean>;
  /** Coordinate, with write access. */
  coordinate?: Option<boolean>;
  /** Coordinate, read only. */
  coordinate_readonly?: Option<boolean>;
  /** The list of documents. */
  document_list?: Option<boolean>;
  /** The activity of files in Drive, with write access. */
  drive_activity?: Option<boolean>;
  /** The activity of files in Drive, read only. */
  drive_activity_readonly?: Option<boolean>;
  /** The application's own data in Drive. */
  drive_appdata?: Option<boolean>;
  /** The applications with access to Drive, read only. */
  drive_apps_readonly?: Option<boolean>;
  /** Metadata of files in Drive, with write access. */
  drive_metadata?: Option<boolean>;
  /** Metadata of files in Drive, read only. */
  drive_metadata_readonly?: Option<boolean>;
  /** Photos in Drive, read only. */
  drive_photos_readonly?: Option<boolean>;
  /** Scripts in Drive, with write access. */
  drive_scripts?: Option<boolean>;
  /** Writing and sending mail. */
  gmail_compose?: Option<boolean>;
  /** Inserting mail into the mailbox. */
  gmail_insert?: Option<boolean>;
  /** The labels of mail. */
  gmail_labels?: Option<boolean>;
  /** Metadata of mail, without the mail itself. */
  gmail_metadata?: Option<boolean>;
  /** Mail, with write access, except its permanent deletion. */
  gmail_modify?: Option<boolean>;
  /** Mail, with the right to delete it: the newer form. */
  gmail_new?: Option<boolean>;
  /** The basic settings of mail. */
  gmail_settings_basic?: Option<boolean>;
  /** The settings that share mail with others: forwarding, aliases. */
  gmail_settings_sharing?: Option<boolean>;
  /** The affiliate network, with write access. */
  google_affiliate_network?: Option<boolean>;
  /** Books, with write access. */
  google_books?: Option<boolean>;
  /** Cloud storage, with write access. */
  google_cloud_storage?: Option<boolean>;
  /** All files in Drive, with write access: the older form. */
  google_drive?: Option<boolean>;
  /** Files in Drive that the application made or opened: the older form. */
  google_drive_files?: Option<boolean>;
  /** The user's profile at Google Plus. */
  google_plus?: Option<boolean>;
  /** The exact location in Latitude. */
  latitude_best?: Option<boolean>;
  /** The city in Latitude. */
  latitude_city?: Option<boolean>;
  /** Votes and topics in Moderator. */
  moderator?: Option<boolean>;
  /** Orkut, with write access. */
  orkut?: Option<boolean>;
  /** Photos in Picasa, with write access. */
  picasa_web?: Option<boolean>;
  /** Sites, with write access. */
  sites?: Option<boolean>;
  /** Tasks, read only. */
  tasks_readonly?: Option<boolean>;
  /** Short URLs, with write access. */
  url_shortener?: Option<boolean>;
  /** Tools for webmasters, with write access. */
  webmaster_tools?: Option<boolean>;
  /** YouTube, with write access. */
  youtube?: Option<boolean>;
  /** The members of the user's YouTube channel. */
  youtube_channelmemberships_creator?: Option<boolean>;
  /** YouTube, with write access: the newer form. */
  youtube_new?: Option<boolean>;
  /** YouTube, read only. */
  youtube_readonly?: Option<boolean>;
  /** Videos at YouTube, with write access. */
  youtube_upload?: Option<boolean>;
  /** The user's assets at YouTube as a partner. */
  youtubepartner?: Option<boolean>;
  /** The https URL of the icon on the connection's button. */
  icon_url?: Option<string>;
}
