/// <reference types="vite/client" />

/** A page of docs/guide/ (`guide-pages.ts`). */
declare module '*.md?guide' {
  const guide: import('./guide-pages.ts').Guide;
  export default guide;
}
