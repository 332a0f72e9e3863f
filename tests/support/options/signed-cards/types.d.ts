declare module 'jsonld' {
  const jsonld: { toRDF(document: object, options: object): Promise<object> };
  export default jsonld;
}

declare module 'rdf-canonize' {
  export function canonize(dataset: object, options: object): Promise<string>;
}

declare module '@digitalbazaar/vc-bitstring-status-list' {
  export function decodeList(options: { encodedList: string }): Promise<{ getStatus(index: number): boolean }>;
}
