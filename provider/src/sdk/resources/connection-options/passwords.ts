import type * as pulumi from "@pulumi/pulumi";
import type { Option } from "./shared.ts";

/* The options of strategy `auth0` that are about passwords. */

/** An option with an `enable` of its own. */
export interface ConnectionSwitch {
  /** Whether it is on. */
  enable?: Option<boolean>;
}

/** How long passwords must be. */
export interface ConnectionPasswordComplexity {
  /** The least length, in characters. */
  min_length?: Option<number>;
}

/** Which old passwords cannot be used again. */
export interface ConnectionPasswordHistory extends ConnectionSwitch {
  /** How many. */
  size?: Option<number>;
}

/** Which words are refused as passwords. */
export interface ConnectionPasswordDictionary extends ConnectionSwitch {
  /** Words of your own, at most 200. A set. */
  dictionary?: Option<pulumi.Input<string>[]>;
}

/** The rules for passwords. */
export interface ConnectionPasswordOptions {
  /** The characters that a password needs. */
  complexity?: Option<ConnectionPasswordRules>;
  /** Which words are refused. */
  dictionary?: Option<ConnectionPasswordWords>;
  /** Which old passwords cannot be used again; `size`: how many, 1 to 24. */
  history?: Option<{ active?: Option<boolean>; size?: Option<number> }>;
  /** Whether personal data is refused; `blocked_fields`: which, at most 12. */
  profile_data?: Option<{ active?: Option<boolean>; blocked_fields?: Option<pulumi.Input<string>[]> }>;
}

/** The characters that a password needs. */
export interface ConnectionPasswordRules {
  /** The least length, 1 to 72 characters. */
  min_length?: Option<number>;
  /** The kinds of characters that a password must have. A set. */
  character_types?: Option<pulumi.Input<"lowercase" | "uppercase" | "number" | "special">[]>;
  /** Whether a password needs all of them, or three of four. */
  character_type_rule?: Option<"all" | "three_of_four">;
  /** Whether a character may stand there several times in a row. */
  identical_characters?: Option<"allow" | "block">;
  /** Whether characters may follow each other as in the alphabet. */
  sequential_characters?: Option<"allow" | "block">;
  /** What happens to a password that is too long. */
  max_length_exceeded?: Option<"truncate" | "error">;
}

/** Which words are refused as passwords. */
export interface ConnectionPasswordWords {
  /** Whether any are. */
  active?: Option<boolean>;
  /** The service's list of words. */
  default?: Option<"en_10k" | "en_100k">;
  /** Words of your own, at most 200 of at most 50 characters. A set. */
  custom?: Option<pulumi.Input<string>[]>;
}
