// The part of @sabaki/sgf that the page uses; the package ships no types.
declare module "@sabaki/sgf" {
  export interface SgfNode {
    id: number | string;
    data: Record<string, string[]>;
    parentId: number | string | null;
    children: SgfNode[];
  }
  export function parse(text: string): SgfNode[];
}
