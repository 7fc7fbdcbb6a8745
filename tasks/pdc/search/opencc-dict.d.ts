// The tables of opencc-js, which it exports without types: `from to|from to`.
declare module 'opencc-js/dict/*' {
  const table: string;
  export default table;
}
