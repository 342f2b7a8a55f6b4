/** Sends news to all listeners. */
export class Notifier<T> {
  readonly #listeners = new Set<(news: T) => void>();

  /** Calls the listener with all news from now on. Returns a function that stops this. */
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
