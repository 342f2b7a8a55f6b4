/** The estimated memory of a value besides its text, in bytes: its slot in an object or an array, and its header. */
const perValue = 32;

/** The estimated memory of a response, in bytes. @param bytes the size of the response on the wire */
export function memoryOf(body: unknown, bytes: number): number {
  let values = 0;
  const waiting = [body];
  while (waiting.length > 0) {
    const value = waiting.pop();
    values += 1;
    if (typeof value === "object" && value !== null) for (const one of Object.values(value)) waiting.push(one);
  }
  return bytes + values * perValue;
}

/** A bound on the memory that several holders of responses take together in this process. */
export class MemoryBound {
  /** The maximum, in bytes. */
  readonly max: number;
  #held = 0;

  constructor(max: number) {
    this.max = max;
  }

  /** The memory that all holders take now, in bytes. */
  get held(): number {
    return this.#held;
  }

  /** The part of one holder. It is empty until the holder takes memory. */
  share(): MemoryShare {
    let mine = 0;
    const change = (bytes: number) => {
      mine += bytes;
      this.#held += bytes;
    };
    return {
      take: (bytes) => {
        if (this.#held + bytes > this.max) return false;
        change(bytes);
        return true;
      },
      release: (bytes = mine) => change(-Math.min(bytes, mine)),
    };
  }
}

/** The memory that one holder takes. */
export interface MemoryShare {
  /** Takes more memory. @returns false, and takes nothing, if all holders would take more than the maximum together */
  take(bytes: number): boolean;
  /** Returns memory. @param bytes Default: all of it */
  release(bytes?: number): void;
}

/**
 * The memory of entries of listings. Each listing has bounds of its own, but a service that never ends its listings could fill the memory with
 * several of them at the same time. 100,000 entries of 600 bytes with ten properties take about a third.
 */
export const listingMemory = new MemoryBound(256 * 1024 * 1024);

/** The memory of cached responses. If it is full, further responses are not cached. */
export const cacheMemory = new MemoryBound(128 * 1024 * 1024);
