import type * as pulumi from "@pulumi/pulumi";
import type { Option } from "./shared.ts";

/* The password options of strategy `auth0`. */

/** An option with an `enable` flag. */
export interface ConnectionSwitch {
  /** Whether the option is enabled. */
  enable?: Option<boolean>;
}

/** The required length of passwords. */
export interface ConnectionPasswordComplexity {
  /** The minimum length in characters. */
  min_length?: Option<number>;
}

/** The history of passwords that cannot be reused. */
export interface ConnectionPasswordHistory extends ConnectionSwitch {
  /** The number of previous passwords that cannot be reused. */
  size?: Option<number>;
}

/** The words that are refused as passwords. */
export interface ConnectionPasswordDictionary extends ConnectionSwitch {
  /** Custom words, in any order: at most 200. */
  dictionary?: Option<pulumi.Input<string>[]>;
}

/** The rules for passwords. */
export interface ConnectionPasswordOptions {
  /** The required characters of a password. */
  complexity?: Option<ConnectionPasswordRules>;
  /** The words that are refused. */
  dictionary?: Option<ConnectionPasswordWords>;
  /** The history of passwords that cannot be reused; `size`: their number, 1 to 24. */
  history?: Option<{ active?: Option<boolean>; size?: Option<number> }>;
  /** Whether personal data is refused; `blocked_fields`: the fields, at most 12. */
  profile_data?: Option<{ active?: Option<boolean>; blocked_fields?: Option<pulumi.Input<string>[]> }>;
}

/** The required characters of a password. */
export interface ConnectionPasswordRules {
  /** The minimum length: 1 to 72 characters. */
  min_length?: Option<number>;
  /** The required types of characters, in any order. */
  character_types?: Option<pulumi.Input<"lowercase" | "uppercase" | "number" | "special">[]>;
  /** Whether a password needs all types in `character_types`, or three of the four types. */
  character_type_rule?: Option<"all" | "three_of_four">;
  /** Whether a character can be repeated. */
  identical_characters?: Option<"allow" | "block">;
  /** Whether sequential characters are allowed. */
  sequential_characters?: Option<"allow" | "block">;
  /** Whether a password that is too long is truncated or refused. */
  max_length_exceeded?: Option<"truncate" | "error">;
}

/** The words that are refused as passwords. */
export interface ConnectionPasswordWords {
  /** Whether words are refused. */
  active?: Option<boolean>;
  /** The service's list of refused words: 10,000 or 100,000 entries. */
  default?: Option<"en_10k" | "en_100k">;
  /** Custom words, in any order: at most 200 of at most 50 characters. */
  custom?: Option<pulumi.Input<string>[]>;
}
