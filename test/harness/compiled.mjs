import { registerHooks } from "node:module";

/** Lets programs of the harness import the sources of the provider, and run them as users do: compiled, as CommonJS. */
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    const url = found.url.replace(/\/provider\/src\/(.*)\.ts$/, "/provider/dist/$1.js");
    return url === found.url ? found : { ...found, url, format: "commonjs" };
  },
});
