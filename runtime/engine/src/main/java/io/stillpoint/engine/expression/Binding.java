package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.expression.Syntax.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One expression meeting one request's placeholders: resolves names and values, notes paths. */
final class Binding {
  private final ExpressionKind kind;
  private final Placeholders placeholders;
  private final Set<String> attributes = new HashSet<>();
  private final Set<String> nestedAttributes = new HashSet<>();

  Binding(ExpressionKind kind, Placeholders placeholders) {
    this.kind = kind;
    this.placeholders = placeholders;
  }

  ServiceException invalid(String reason) {
    return kind.invalid(reason);
  }

  DocumentPath path(Syntax.Path path) {
    List<DocumentPath.Element> elements = new ArrayList<>(path.steps().size());
    for (Step step : path.steps()) {
      elements.add(element(step));
    }
    if (elements.size() > DocumentPath.MAX_DEPTH) {
      throw invalid(
          "The document path has too many nesting levels; nesting levels: " + elements.size());
    }
    DocumentPath bound = new DocumentPath(elements);
    attributes.add(bound.topLevel());
    if (bound.isNested()) {
      nestedAttributes.add(bound.topLevel());
    }
    return bound;
  }

  private DocumentPath.Element element(Step step) {
    if (step instanceof Step.Name name) {
      return new DocumentPath.Attribute(name.name());
    }
    if (step instanceof Step.NamePlaceholder name) {
      return new DocumentPath.Attribute(placeholders.name(kind, name.placeholder()));
    }
    return new DocumentPath.Index(Integer.parseInt(((Step.Index) step).digits()));
  }

  AttributeValue value(Syntax.Value value) {
    return placeholders.value(kind, value.placeholder());
  }

  /** What the paths bound so far refer to. */
  ReferencedAttributes attributes() {
    return new ReferencedAttributes(attributes, nestedAttributes);
  }

  void requireOperandCount(Syntax.Call call, int expected) {
    if (call.arguments().size() != expected) {
      throw invalid(
          "Incorrect number of operands for operator or function; operator or function: "
              + call.function()
              + ", number of operands: "
              + call.arguments().size());
    }
  }

  DocumentPath requirePath(String function, Operand operand) {
    if (operand instanceof Operand.Reference reference) {
      return reference.path();
    }
    throw invalid(
        "Operator or function requires a document path; operator or function: " + function);
  }

  ServiceException incorrectOperand(String operator, String type) {
    return invalid(
        "Incorrect operand type for operator or function; operator or function: "
            + operator
            + ", operand type: "
            + type);
  }
}
