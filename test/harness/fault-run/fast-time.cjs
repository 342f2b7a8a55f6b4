// Loaded into a provider's process before anything else: its timers, and the clock that they go by, run faster by this factor, so that a run with
// answers that never come takes minutes and not hours. What is waited for, and in which order, stays the same.
const factor = 60;
const timers = require("node:timers");
const promises = require("node:timers/promises");

for (const holder of [globalThis, timers]) {
  const { setTimeout } = holder;
  holder.setTimeout = Object.assign(
    (callback, ms, ...rest) => setTimeout(callback, Number(ms ?? 0) / factor, ...rest),
    setTimeout,
  );
}
const { setTimeout: pause } = promises;
const now = performance.now.bind(performance);
performance.now = () => now() * factor;
promises.setTimeout = (ms, ...rest) => pause(Number(ms ?? 0) / factor, ...rest);
