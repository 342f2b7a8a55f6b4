/*
 * The text of a failed call: "Could not <action> <object>: <reason> (…, request id <id>). <advice>". The engine passes on only the text of an
 * error, so a report finds the reason again with the functions of this file.
 */

/**
 * The text of a failed call, before the advice. {@link reasonIn} finds the reason again: it begins after the first colon with a space. So in
 * the object's name, a space after a colon becomes a no-break space.
 */
export function failureText(action: string, subject: string, reason: string): string {
  return sentence(`Could not ${action} ${subject.replaceAll(": ", ":\u00a0")}: ${reason}`);
}

/** The request id in the reason of a failed call. */
export function requestIdText(requestId: string): string {
  return `request id ${requestId}`;
}

/** The beginning of a failed call's text: the action and the object. */
const opening = /^Could not .*?: /s;

/** The reason in the text of a failed call, followed by the advice if there is one. Any other text is returned unchanged. */
export function reasonIn(text: string): string {
  return text.replace(opening, "");
}

/** The reason in the text of a failed call, without the request id, so that the same failure of several objects gives equal texts. */
export function comparableReasonIn(text: string): string {
  return reasonIn(text).replace(/request id [^\s,)]+/g, "request id");
}

/** Whether `text` is `other` with advice added. The provider gives each advice once per run, so only the first of several equal failures has it. */
export function addsAdvice(text: string, other: string): boolean {
  return other.endsWith(".") && text.startsWith(`${other} `);
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
