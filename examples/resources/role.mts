import * as tenant from "pulumi-tenant";

const editor = new tenant.Role("editor", { name: "Editor", description: "Writes and changes articles" });
export const editorId = editor.id;
