import type { Draft } from "./draft.ts";

/** What looks like a date, a time or a sign, and is none. */
const NEVER = [
  /"[^"]*"|“[^”]*”|„[^“”]*[“”]/g,
  /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+|\bmailto:\S+/gi,
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+/gu,
  // Addresses without their beginning: "example.com/2026/12/24".
  /(?<![\p{L}\p{N}])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|org|net|io|dev|de|eu|uk|app|ai|jp|fr)(?:\/\S*)?(?![\p{L}\p{N}])/giu,
  /(?<![\d/])24\s?\/\s?7(?![\d/])/g,
  /(?<![\d:])9(?:\s?am)?[\s-](?:to|-)[\s-]5(?:\s?pm)?(?=[\s-]+(?:jobs?|work|grind|schedule|shift|life|worker|routine)\b)/gi,
  /\bv\.?\s?\d+(?:\.\d+)*\b|(?<![\d.])\d+\.\d+\.\d+\.\d+(?![\d.])/gi,
  /\b(?:versions?|releases?|chapters?|ch\.|pages?|pp?\.|rooms?|steps?|sections?|§|ages?|aged|levels?|gates?|numbers?|no\.|nr\.|items?|lines?|slides?|exercises?|questions?|episodes?|seasons?|units?|parts?|volumes?|vol\.|bus|tram|floors?|flights?|tracks?|platforms?|invoices?|orders?|tickets?|issues?|pull request|pr|phase|sprint|figures?|fig\.|tables?|size|python|node|ios|windows|iphone|catch|route|highway|apollo|studio)\s+#?\d+(?!\d|:\d)(?:[./-]\d+)*(?:\s?(?:-|–|to)\s?\d+)?(?![\d:.]*\s?[ap]m\b)/gi,
  /\b(?:scale|ratio|score|psalm|john|luke|mark|matthew|genesis)\s+\d+:\d+/gi,
  // Money, shares, measures.
  /[$€£¥]\s?\d[\d.,]*(?:\s?[-–]\s?[$€£¥]?\d[\d.,]*)?|\b\d[\d.,]*\s?(?:[-–]\s?\d[\d.,]*\s?)?(?:%|[€£¥$]|(?:kg|g|mg|km|cm|mm|ml|cl|l|lbs?|oz|usd|eur|gbp|euros?|dollars?|miles|percent)\b)/gi,
  // Telephone numbers.
  /(?<![\p{L}\p{N}])\+\d[\d\s()-]{6,}\d|\b\d{3}-\d{3,4}(?:-\d{4})?\b|\b\d{3,}-\d{3,}(?:-\d+)*\b/gu,
];

/** Takes out of the reading what is never a part: quotes, addresses, versions, amounts. */
export function hideWords(draft: Draft): void {
  for (const pattern of NEVER)
    for (const match of draft.rest.matchAll(pattern)) draft.hide(match.index, match.index + match[0].length);
}
