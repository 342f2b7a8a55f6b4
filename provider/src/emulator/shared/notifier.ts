/** Notifies all listeners of events. */
export class Notifier<T> {
  readonly #listeners = new Set<(news: T) => void>();

  /** Adds a listener for events from now on. Returns a function that removes it. */
  listen(listener: (news: T) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  tell(news: T): void {
    for (const listener of [...this.#listeners]) listener(news);
  }
}
