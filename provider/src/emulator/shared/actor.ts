/** Who makes a change over the API. */
export interface Actor {
  readonly method: string;
  readonly clientId: string | undefined;
  readonly hostname: string | undefined;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}
