/**
 * The commands of the document's nodes and marks. They are declared by augmentation in the packages themselves; the
 * project reference to document/ carries only our own types, so the declarations are asked for here.
 */
import type {} from "@tiptap/extension-blockquote";
import type {} from "@tiptap/extension-bold";
import type {} from "@tiptap/extension-code";
import type {} from "@tiptap/extension-code-block";
import type {} from "@tiptap/extension-heading";
import type {} from "@tiptap/extension-horizontal-rule";
import type {} from "@tiptap/extension-image";
import type {} from "@tiptap/extension-italic";
import type {} from "@tiptap/extension-link";
import type {} from "@tiptap/extension-paragraph";
import type {} from "@tiptap/extension-strike";
import type {} from "@tiptap/extension-list";
import type {} from "@tiptap/extension-table";
