// What is used of libraries that bring no types.

declare module '@digitalbazaar/vc' {
  type LoadDocument = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>;
  export function issue<C extends object>(options: {
    credential: C;
    suite: object;
    documentLoader: LoadDocument;
  }): Promise<C & { proof: { proofValue: string } }>;
  export function verifyCredential(options: {
    credential: object;
    suite: object;
    documentLoader: LoadDocument;
    now?: Date;
    checkStatus?: () => Promise<{ verified: boolean }>;
  }): Promise<{ verified: boolean; error?: Error }>;
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object; signer?: object; date?: string });
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object;
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: ReadonlyMap<string, object>;
}
