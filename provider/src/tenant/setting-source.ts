import { type Key, SettingError, variables } from "./configuration.ts";

/** One source of settings: the environment, the stack configuration, or an explicit provider's configuration. */
export interface SettingSource {
  get(key: Key): string | undefined;
  /** For people: the name of a key's value in this source. */
  name(key: Key): string;
}

/** Where settings are looked for, and what is wrong with them. */
export interface SettingSearch {
  readonly environment: SettingSource;
  readonly configured: SettingSource;
  /** For people: the name of the explicit configuration, if it is one. */
  readonly explicit: string | undefined;
  readonly problems: string[];
}

/** A value without the white space around it. Blank ones count as absent. */
export function present(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === "" ? undefined : trimmed;
}

/** One value that is missing, and where it can be set. */
export function missing(what: string, key: Key, explicit: string | undefined): string {
  return explicit ? `No ${what}: ${explicit} needs ${key}.` : `No ${what}: set ${variables[key]} or tenant:${key}.`;
}

/** What a value means. Where it is wrong in a known way, `note` takes the message. */
export function meaningOf<T>(read: () => T, note: (message: string) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    note(error.message);
    return undefined;
  }
}
