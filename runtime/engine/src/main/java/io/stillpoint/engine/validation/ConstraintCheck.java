package io.stillpoint.engine.validation;

import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Collects every broken constraint of a request into the service's one message: {@code 2 validation
 * errors detected: Value '…' at 'tableName' failed to satisfy constraint: …; …}. Runs after {@link
 * TypeCheck}.
 */
public final class ConstraintCheck {
  /** The service stops counting here. */
  private static final int MOST_ERRORS = 10;

  private final List<String> errors = new ArrayList<>();

  private ConstraintCheck() {}

  /**
   * Checks a request.
   *
   * @throws ServiceException ValidationException that lists what is broken, in the order of the
   *     shape
   */
  public static void check(Json.Obj request, Shape.Struct shape) {
    ConstraintCheck check = new ConstraintCheck();
    check.members("", request, shape);
    if (!check.errors.isEmpty()) {
      throw ServiceException.validation(
          check.errors.size()
              + (check.errors.size() == 1 ? " validation error" : " validation errors")
              + " detected: "
              + String.join("; ", check.errors));
    }
  }

  private void members(String prefix, Json.Obj object, Shape.Struct shape) {
    for (Shape.Member member : shape.members()) {
      Json value = object.get(member.name());
      String path = prefix.isEmpty() ? member.path() : prefix + member.path();
      for (Constraint constraint : member.constraints()) {
        if (!satisfied(value, constraint)) {
          broken(path, value, member.shape(), constraint);
        }
      }
      if (value != null && member.shape().constrained()) {
        children(path, value, member.shape());
      }
    }
  }

  private void children(String path, Json value, Shape shape) {
    if (shape instanceof Shape.Struct struct) {
      members(path + ".", (Json.Obj) value, struct);
    } else if (shape instanceof Shape.ListOf list) {
      int position = 1;
      for (Json element : ((Json.Arr) value).elements()) {
        child(path + "." + position++ + ".member", element, list.element());
      }
    } else if (shape instanceof Shape.MapOf map) {
      for (Map.Entry<String, Json> entry : ((Json.Obj) value).members().entrySet()) {
        child(path + "." + entry.getKey() + ".member", entry.getValue(), map.value());
      }
    }
  }

  private void child(String path, Json value, Shape shape) {
    if (value == Json.Null.INSTANCE) {
      broken(path, null, shape, Constraint.present());
    } else {
      children(path, value, shape);
    }
  }

  private void broken(String path, Json value, Shape shape, Constraint constraint) {
    if (errors.size() < MOST_ERRORS) {
      String shown = value == null ? "null" : "'" + Echo.of(value, shape) + "'";
      errors.add(
          "Value "
              + shown
              + " at '"
              + path
              + "' failed to satisfy constraint: "
              + constraint.sentence());
    }
  }

  private static boolean satisfied(Json value, Constraint constraint) {
    if (constraint instanceof Constraint.Present) {
      return value != null;
    }
    if (value == null) {
      return true;
    }
    if (constraint instanceof Constraint.AtLeast bound) {
      return WholeNumber.of((Json.Num) value) >= bound.least();
    }
    if (constraint instanceof Constraint.AtMost bound) {
      return WholeNumber.of((Json.Num) value) <= bound.most();
    }
    if (constraint instanceof Constraint.Shortest bound) {
      return length(value) >= bound.least();
    }
    if (constraint instanceof Constraint.Longest bound) {
      return length(value) <= bound.most();
    }
    if (constraint instanceof Constraint.Matching matching) {
      return matching.pattern().matcher(((Json.Str) value).value()).matches();
    }
    if (constraint instanceof Constraint.OneOf set) {
      return set.values().contains(((Json.Str) value).value());
    }
    if (constraint instanceof Constraint.NameOrArn table) {
      return TableNames.isArn(((Json.Str) value).value()) || satisfied(value, table.name());
    }
    if (constraint instanceof Constraint.Names names) {
      return ((Json.Obj) value)
          .members().keySet().stream()
              .allMatch(name -> allSatisfied(new Json.Str(name), names.each()));
    }
    return ((Json.Obj) value)
        .members().values().stream()
            .allMatch(each -> allSatisfied(each, ((Constraint.Values) constraint).each()));
  }

  private static boolean allSatisfied(Json value, List<Constraint> constraints) {
    return constraints.stream()
        .allMatch(constraint -> satisfied(value == Json.Null.INSTANCE ? null : value, constraint));
  }

  private static int length(Json value) {
    if (value instanceof Json.Str text) {
      return text.value().length();
    }
    return value instanceof Json.Arr array
        ? array.elements().size()
        : ((Json.Obj) value).members().size();
  }
}
