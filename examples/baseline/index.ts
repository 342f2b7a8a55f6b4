import "./security.ts";
import "./looks.ts";
