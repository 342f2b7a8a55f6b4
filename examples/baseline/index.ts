import "./security.ts";
import "./looks.ts";
import "./mails.ts";
import "./domain.ts";
