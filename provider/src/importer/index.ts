export { importFileOf } from "./import-file.ts";
export {
  type Inventory,
  type InventoryItem,
  type InventoryOptions,
  type KindName,
  keyOf,
  kindNames,
  type LeftOut,
  type LeftOutReason,
  type ListedKind,
  listedKinds,
  type Selection,
} from "./inventory.ts";
export {
  type HandOver,
  handOver,
  type Named,
  NamesFileError,
  type NotTaken,
  namesFrom,
  selectionFor,
  takeNamed,
} from "./names-from/index.ts";
export { type Given, type Layout, type NamedResource, type Program, programOf, type SourceFile } from "./program.ts";
export { type ImportedResource, Importer, type Importing, NotImportable } from "./resource.ts";
export { takeInventory } from "./take-inventory.ts";
