import * as pulumi from "@pulumi/pulumi";

interface DnsRecordArgs {
  type: pulumi.Input<string>;
  name: pulumi.Input<string>;
  value: pulumi.Input<string>;
}

/** Stands for the record of your DNS provider: it sends the record to the address in `DNS_URL`, if there is one. */
export class DnsRecord extends pulumi.dynamic.Resource {
  constructor(name: string, args: DnsRecordArgs, options?: pulumi.CustomResourceOptions) {
    super({ create }, name, args, options);
  }
}

async function create(record: Record<string, unknown>): Promise<pulumi.dynamic.CreateResult> {
  const { DNS_URL } = process.env;
  if (DNS_URL) {
    const { ok, status } = await fetch(DNS_URL, { method: "POST", body: JSON.stringify(record) });
    if (!ok) throw new Error(`the record was refused with ${status}`);
  }
  return { id: String(record.name), outs: record };
}
