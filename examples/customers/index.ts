import "./resource-servers.ts";
import "./clients.ts";
import "./roles.ts";
import "./role-permissions.ts";
import "./customers.ts";
