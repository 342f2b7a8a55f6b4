import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsUpstream, Option } from "./shared.ts";

/** Options of strategy `github`: GitHub accounts. Each flag requests the permission with its name. */
export interface ConnectionOptionsGitHub extends ConnectionOptionsUpstream {
  /** The client id of the OAuth app. Without it, the service's own development keys are used. */
  client_id?: Option<string>;
  /** Secret. The client secret of the OAuth app. */
  client_secret?: Option<string>;
  /** The requested scopes, in any order. Derived by the service from the flags when absent. */
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
