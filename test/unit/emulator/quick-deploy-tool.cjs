// The tool compiles the schema of all texts of prompts (8 MB) at every import, which takes longer than all of its requests.
require("auth0-deploy-cli/lib/tools/auth0/handlers/prompts").schema = { type: "object" };
// It waits for two seconds before it binds actions, which the service may need and the emulator does not.
require("auth0-deploy-cli/lib/tools/utils").sleep = async () => {};
