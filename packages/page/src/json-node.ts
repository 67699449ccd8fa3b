/** An object of a stranger's JSON. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object under a name; an empty one where something else is there. */
export function nodeIn(node: Node, name: string): Node {
  const value = node[name];
  return isNode(value) ? value : {};
}

export const textIn = (node: Node, name: string): string => {
  const value = node[name];
  return typeof value === "string" ? value.toWellFormed() : "";
};

export function listIn(node: Node, name: string): readonly unknown[] {
  const value = node[name];
  return Array.isArray(value) ? value : [];
}

export const nodesIn = (node: Node, name: string): readonly Node[] => listIn(node, name).filter(isNode);
